"""The file of the operator's token. Only its owner can read it."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from typing import Final

from stolik.store.address import default_file

_OWNER_ONLY: Final = 0o600


class OperatorFileError(Exception):
    """The file cannot be used; the message says why."""


def default_operator_file() -> Path:
    """The file in the user's data folder."""
    return default_file().with_name("operator-token")


def audit_file(file: Path) -> Path:
    """Where it is written what the operator did: beside the token."""
    return file.with_name("operator-audit.jsonl")


def read_token(file: Path) -> str:
    """Reads the token; raises OperatorFileError, also when others could read or change the file."""
    try:
        mode = file.stat().st_mode
        token = file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise OperatorFileError(f"cannot read the operator's token from {file}: {_why(error)}") from None
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise OperatorFileError(f"others can read the operator's token in {file}: chmod 600 it, or remove it")
    if not token:
        raise OperatorFileError(f"there is no token in {file}: remove the file, and a new one is made")
    return token


def read_or_make_token(file: Path) -> str:
    """Reads the token, or draws one and writes the file if there is none; raises OperatorFileError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        made = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    except FileExistsError:
        return read_token(file)
    except OSError as error:
        raise OperatorFileError(f"cannot write the operator's token to {file}: {_why(error)}") from None
    with os.fdopen(made, "w") as written:
        token = secrets.token_urlsafe()
        written.write(token + "\n")
    return token


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or "it is not a text"

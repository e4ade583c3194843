"""The certificate with which the service encrypts its connections."""

from __future__ import annotations

import ssl
from typing import Protocol


class TlsFiles(Protocol):
    """The files of a certificate and of its key."""

    @property
    def tls_cert(self) -> str | None:
        """The certificate and those that lead to a known one, in PEM; None: nothing is encrypted."""

    @property
    def tls_key(self) -> str | None:
        """The private key, in PEM; None: it is in the same file."""


def read_certificate(files: TlsFiles) -> ssl.SSLContext | None:
    """Reads the certificate, if there is one; raises OSError, in words."""
    if files.tls_cert is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    names = " and ".join(filter(None, (files.tls_cert, files.tls_key)))
    try:
        context.load_cert_chain(files.tls_cert, files.tls_key)
    except ssl.SSLError as error:
        raise OSError(0, f"{names} are no certificate and its key: {error.reason}") from None
    except OSError as error:
        raise OSError(error.errno, f"cannot read {names}: {error.strerror}") from None
    return context

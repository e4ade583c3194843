"""A private PostgreSQL server for the tests: its own folder, a socket that only we know, nothing left behind."""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

# The server refuses to run as root; either of these is on every Debian that has it.
UNPRIVILEGED = ("postgres", "nobody")


def find_programs() -> Path | None:
    """The folder with PostgreSQL's own programs, if they are installed."""
    on_path = shutil.which("initdb")
    if on_path and shutil.which("pg_ctl"):
        return Path(on_path).parent
    # Debian keeps them off the path, a folder for each version.
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return installed[-1].parent if installed else None


class Cluster:
    """A running server."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="stolik-postgres-"))
        self._names = (f"test_{number}" for number in count())
        self._user = self._give_away() if os.getuid() == 0 else None

    def new_database(self) -> str:
        """The URL of an empty database: a schema of its own, which is made and removed quicker than a whole one."""
        name = next(self._names)
        with psycopg.connect(host=str(self._folder), user="stolik", dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"postgresql://stolik@/postgres?host={self._folder}&options=-csearch_path%3D{name}"

    def __enter__(self) -> Self:
        self._run("initdb", "--auth=trust", "--username=stolik", "--encoding=UTF8", "--locale=C", "--no-sync")
        self.start()
        return self

    def start(self) -> None:
        """Starts the server, and returns when it answers."""
        options = f"-k {self._folder} -c listen_addresses= -c fsync=off -c max_connections=50"
        self._run("pg_ctl", "--wait", f"--log={self._folder}/log", f"--options={options}", "start")

    @property
    def pid(self) -> int:
        """The server's first process, the parent of the others."""
        return int((self._folder / "data" / "postmaster.pid").read_text().split()[0])

    @contextmanager
    def down(self, how: str = "fast") -> Iterator[None]:
        """Stops the server for a while; `immediate` is a crash: it must recover when it is started again."""
        self._run("pg_ctl", "--wait", f"--mode={how}", "stop")
        try:
            yield
        finally:
            self.start()

    def __exit__(self, *args: type[BaseException] | BaseException | TracebackType | None) -> None:
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "--wait", "--mode=immediate", "stop")
        shutil.rmtree(self._folder)

    def _give_away(self) -> str:
        names = {entry.pw_name for entry in pwd.getpwall()}
        user = next((name for name in UNPRIVILEGED if name in names), getpass.getuser())
        shutil.chown(self._folder, user)
        return user

    def _run(self, program: str, *arguments: str) -> None:
        as_user = ["runuser", "-u", self._user, "--"] if self._user else []
        command = [*as_user, str(self._programs / program), "-D", str(self._folder / "data"), *arguments]
        # To a file: the server inherits it, and a pipe would stay open for as long as the server runs.
        with (self._folder / "output").open("ab") as output:
            subprocess.run(command, check=True, stdout=output, stderr=output, cwd=self._folder)

"""A private PostgreSQL server for the tests: its own folder, a socket that only we know, nothing left behind."""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

# The server refuses to run as root; either of these is on every Debian that has it.
UNPRIVILEGED = ("postgres", "nobody")
MOST_SEGMENTS = 300
"""More files of a megabyte than a small disk has room for."""


def find_programs() -> Path | None:
    """The folder with PostgreSQL's own programs, if they are installed."""
    on_path = shutil.which("initdb")
    if on_path and shutil.which("pg_ctl"):
        return Path(on_path).parent
    # Debian keeps them off the path, a folder for each version.
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return installed[-1].parent if installed else None


def _mount(folder: Path, megabytes: int) -> None:
    """A disk in memory; raises PermissionError."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        folder.rmdir()
        raise PermissionError(done.stderr.strip())


class Cluster:
    """A running server."""

    def __init__(self, programs: Path, disk: int | None = None) -> None:
        """`disk` is the size of a disk of its own in megabytes; raises PermissionError when we may not make one."""
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="stolik-postgres-"))
        self._has_disk = disk is not None
        if disk is not None:
            _mount(self._folder, disk)
        self._names = (f"test_{number}" for number in count())
        self._user = self._give_away() if os.getuid() == 0 else None

    def new_database(self) -> str:
        """The URL of an empty database: a schema of its own, which is made and removed quicker than a whole one."""
        name = next(self._names)
        with self._connect() as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"postgresql://stolik@/postgres?host={self._folder}&options=-csearch_path%3D{name}"

    def __enter__(self) -> Self:
        small = ("--wal-segsize=1",) if self._has_disk else ()
        self._run("initdb", "--auth=trust", "--username=stolik", "--encoding=UTF8", "--locale=C", "--no-sync", *small)
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

    @contextmanager
    def full(self) -> Iterator[None]:
        """Fills its disk for a while; a server that has ended because of that is started again."""
        ballast = self._folder / "ballast"
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(65536))
        # The server has files for its next changes already: they are used up, until it needs a new one.
        with suppress(psycopg.Error), self._connect() as connection:
            for _ in range(MOST_SEGMENTS):
                connection.execute("SELECT txid_current(), pg_switch_wal()")
        try:
            yield
        finally:
            ballast.unlink()
            self._come_back()

    def _come_back(self) -> None:
        while True:
            try:
                self._connect().close()
            except psycopg.OperationalError:
                if not self._is_up():
                    self.start()
                time.sleep(0.2)
            else:
                return

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(host=str(self._folder), user="stolik", dbname="postgres", autocommit=True)

    def _is_up(self) -> bool:
        try:
            self._run("pg_ctl", "status")
        except subprocess.CalledProcessError:
            return False
        return True

    def __exit__(self, *args: type[BaseException] | BaseException | TracebackType | None) -> None:
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "--wait", "--mode=immediate", "stop")
        if self._has_disk:
            subprocess.run(["umount", "--lazy", str(self._folder)], check=True)
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

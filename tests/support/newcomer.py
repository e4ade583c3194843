"""Somebody who brings a game: a virtual environment of their own, in which our packages and Stolik can be imported."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import stolik

PATIENCE = 120.0
"""Seconds that any command may take on a busy machine."""

_SCRIPT = """#!{python}
from stolik.cli.main import main

if __name__ == "__main__":
    main()
"""


class Newcomer:
    """An environment and a folder to work in."""

    def __init__(self, environment: Path, folder: Path) -> None:
        """Makes the environment. It shares what is installed here, so that nothing must be downloaded."""
        venv.create(environment, symlinks=True)
        self.bin = environment / "bin"
        self.folder = folder
        (site_packages,) = environment.glob("lib/python*/site-packages")
        shared = [path for path in sys.path if Path(path).name == "site-packages"]
        (site_packages / "shared.pth").write_text("\n".join([*shared, str(Path(stolik.__file__).parents[1])]) + "\n")
        script = self.bin / "stolik"
        script.write_text(_SCRIPT.format(python=self.bin / "python"))
        script.chmod(0o755)

    @property
    def env(self) -> dict[str, str]:
        """The variables of a shell in which the environment is active."""
        path = f"{self.bin}{os.pathsep}{os.environ['PATH']}"
        return {**os.environ, "PATH": path, "PYTHONUNBUFFERED": "1", "PYTEST_ADDOPTS": "-p no:cacheprovider"}

    def install(self, package: Path) -> None:
        """`pip install -e`, with the build tools that are installed here."""
        offline = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet")
        pip = (sys.executable, "-m", "pip", "--python", str(self.bin / "python"))
        self._run([*pip, "install", *offline, "-e", str(package)], "", 0)

    def test(self) -> str:
        """Runs `pytest` in the folder; what it said."""
        return self._run([str(self.bin / "python"), "-m", "pytest", "-q"], "", 0)

    def run(self, *arguments: str, typed: str = "", code: int = 0) -> str:
        """Runs `stolik` to its end, which must be with that exit code; what it said, or why it failed."""
        return self._run([str(self.bin / "stolik"), *arguments], typed, code)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Starts `stolik`, with its messages on a pipe."""
        return subprocess.Popen(
            [str(self.bin / "stolik"), *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            cwd=self.folder, env=self.env,
        )  # fmt: skip

    def _run(self, command: list[str], typed: str, code: int) -> str:
        done = subprocess.run(
            command, input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False,
            cwd=self.folder, env=self.env,
        )  # fmt: skip
        assert done.returncode == code, f"{command}: {done.stdout}{done.stderr}"
        return done.stderr if code else done.stdout


def commands_in(markdown: Path) -> list[str]:
    """Every command line that a document tells its reader to type."""
    blocks = re.findall(r"^```sh\n(.*?)^```", markdown.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line and not line.startswith("#")]

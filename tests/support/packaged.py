"""Builds the package as a release does, and tries it in clean environments: `make package`.

The folder `dist` then has a wheel and a source archive. Each is installed in a virtual environment of its own, the
wheel with all extras and the source archive with none, and started there. This needs the package registry.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXTRAS = "strong,postgres,cluster,report"


def main() -> None:
    """Builds both, installs both, and tells each step in a line."""
    dist = ROOT / "dist"
    for old in [*dist.glob("stolik-*.whl"), *dist.glob("stolik-*.tar.gz")]:
        old.unlink()
    run(sys.executable, "-m", "build", "--outdir", str(dist), str(ROOT))
    (wheel,) = dist.glob("stolik-*.whl")
    (source,) = dist.glob("stolik-*.tar.gz")
    try_it(f"{source}", expect_strong=False)
    try_it(f"{wheel}[{EXTRAS}]", expect_strong=True)


def try_it(what: str, *, expect_strong: bool) -> None:
    """Installs it in an environment of its own and starts it outside the clone."""
    with tempfile.TemporaryDirectory() as folder:
        print(f"Installing {Path(what).name}", flush=True)
        venv.create(Path(folder) / "venv", with_pip=True)
        bin_folder = Path(folder) / "venv" / "bin"
        pip = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", "constraints.txt")
        run(str(bin_folder / "python"), *pip, what)
        print(run(str(bin_folder / "stolik"), "--version", cwd=folder), end="", flush=True)
        games = run(str(bin_folder / "stolik"), "games", cwd=folder)
        # A name that the list does not offer says what must be installed for it.
        if ("pip install" not in games) != expect_strong:
            sys.exit(f"Strong players should be offered with the extras and only then:\n{games}")
        match = Path(folder) / "match.txt"
        run(str(bin_folder / "stolik"), "deal", "--seed", "1", "-o", str(match), cwd=folder)
        run(str(bin_folder / "kierki-serwer"), "-f", str(match), "-t", "0", cwd=folder, code=1)


def run(*command: str, cwd: str | Path = ROOT, code: int = 0) -> str:
    """What a command printed, which must end with that code."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode != code:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()

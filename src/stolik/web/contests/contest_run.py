"""Plays a contest in a process of its own: what its programs do must not touch the service.

python -m stolik.web.contests.contest_run FOLDER CONCURRENCY
"""

from __future__ import annotations

import ctypes
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Final

from stolik.tournament.folder import FolderError, open_folder
from stolik.tournament.runner import RunError, local_pool, run

# From the system's <linux/prctl.h>.
_PR_SET_PDEATHSIG: Final = 1


def main(folder: str, concurrency: int) -> int:
    """Plays the games that are left; stops when the service ends."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    try:
        run(open_folder(Path(folder)), partial(local_pool, concurrency), lambda _: None)
    except KeyboardInterrupt:
        return 1
    except (RunError, FolderError) as error:
        print(f"the contest in {folder} cannot go on: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))

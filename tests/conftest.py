"""How the tests run."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from tests.support.peer import close_all
from tests.support.postgres import Cluster, find_programs
from tests.support.skipped import keep, told

# Tests share their machine: a deadline would measure its load, not the code.
# "steady" tries the same examples on every run and every machine: a failure is news about the change at hand.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
# "explore" tries other examples on every run, and more of them: `make soak` asks for it with --hypothesis-profile.
settings.register_profile("explore", deadline=None, derandomize=False, max_examples=1000)
settings.load_profile("steady")

# A script's shell has what it runs in the background ignore Ctrl-C and SIGQUIT, and `nohup` SIGHUP. Whatever the tests
# start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
for name in (signal.SIGHUP, signal.SIGQUIT):
    signal.signal(name, signal.SIG_DFL)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The last lines say what was not tested on this machine, and how to have it tested."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = [report.longrepr[2].removeprefix("Skipped: ") for report in reports]
    if not hasattr(terminalreporter.config, "workerinput"):  # each process of pytest-xdist has a summary too
        keep(reasons)
    for line in told(reasons):
        terminalreporter.write_line(line)


# Measuring doubles the processor time of a short program. What these tests start is ended by SIGKILL and leaves no
# figures.
UNMEASURED = ("browser",)


@pytest.fixture(autouse=True, scope="module")
def _programs_are_measured_where_that_tells_something(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if request.path.relative_to(Path(__file__).parent).parts[0] in UNMEASURED:
            patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        yield


@pytest.fixture(autouse=True)
def _no_peer_outlives_its_test() -> Iterator[None]:
    yield
    close_all()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server, started when the first test asks for it."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: initdb is neither on the path nor under /usr/lib/postgresql")
    with Cluster(programs) as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/stolik.db"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()

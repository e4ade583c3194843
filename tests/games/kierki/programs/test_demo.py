"""`stolik demo`, run as a command."""

from tests.support.programs import run


def test_the_demonstration_reports_a_whole_match_and_shows_its_scores() -> None:
    done = run("stolik", "demo", "--seed", "course", "--pace", "0")
    assert done.returncode == 0, done.stderr
    report = [line for line in done.stdout.splitlines() if line.startswith("[")]
    assert len(report) == 4 + 7 * 168
    totals = {line.partition("] ")[2] for line in report[-12:] if "TOTAL" in line}
    assert len(totals) == 1
    assert "The scores" in done.stdout
    assert "--seed course" in done.stdout

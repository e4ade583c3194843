"""Grading: rubrics, submissions, tables, and a folder that is graded from end to end."""

from __future__ import annotations

import html
import io
import os
import shutil
import tarfile
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from stolik.check.grading.folder import GradeFolder, feedback, grades_csv, moodle_csv, page, similar, usos_csv
from stolik.check.grading.grade import Graded, with_points
from stolik.check.grading.rubric import Part, Rubric, RubricError, plain_rubric, points_of, read_rubric
from stolik.check.grading.submissions import BuildError, Submission, find_submissions, not_submissions, prepare
from stolik.check.probing import not_tried
from stolik.check.suites import find_suite
from stolik.check.verdicts import Result, Verdict
from stolik.check.words import Words
from stolik.cli.checking.grade import command
from stolik.tournament.sandbox.bubblewrap import NoSandbox, find_sandbox

SUITE = find_suite("krazki")
MUTE = Result(scenario="first-move-1", verdict=Verdict.FAIL)
# Takes the first legal disc: enough to make right moves, in a language that every machine with a sandbox has.
PROGRAM = """#!/bin/sh
while read -r code rest; do
  [ "$code" -ge 230 ] && exit 0
  echo "210 0"
done
"""


def needs_sandbox() -> None:
    try:
        find_sandbox(1024, True)
    except NoSandbox as error:
        pytest.skip(str(error))


def results(verdicts: dict[str, Verdict]) -> list[Result]:
    return [Result(scenario=scenario, verdict=verdict) for scenario, verdict in verdicts.items()]


def graded(name: str, *failed: str, fault: str = "") -> Graded:
    failures = tuple(results(dict.fromkeys(failed, Verdict.FAIL)))
    return Graded(name, "krazki", {"moves": 2.5, "ending": 1.0}, 5.0, failures, fault)


def test_a_share_of_the_scenarios_gives_a_share_of_the_points() -> None:
    rubric = Rubric((Part("first", 6, ("first-move-*",)), Part("end", 2, ("ends-at-230", "ends-at-240"), all=True)))
    verdicts = {"first-move-1": Verdict.PASS, "first-move-2": Verdict.ALLOWED, "first-move-3": Verdict.ADVICE}
    assert points_of(rubric, SUITE, results(verdicts | {"ends-at-230": Verdict.PASS})) == {"first": 3.0, "end": 0.0}
    both = results({"ends-at-230": Verdict.PASS, "ends-at-240": Verdict.PASS})
    assert points_of(rubric, SUITE, both)["end"] == 2.0


def test_what_this_machine_cannot_play_does_not_count() -> None:
    rubric = Rubric((Part("end", 2, ("ends-at-230", "ends-at-240")), Part("only", 1, ("ends-at-240",), all=True)))
    missed = Result(scenario="ends-at-240", verdict=Verdict.NOT_REACHED, blames_program=False)
    assert points_of(rubric, SUITE, [*results({"ends-at-230": Verdict.PASS}), missed]) == {"end": 2.0, "only": 0.0}


def test_without_a_rubric_every_scenario_is_worth_a_point() -> None:
    assert plain_rubric(SUITE).points == len(list(SUITE.scenarios()))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("part = 3", "part"),
        ('[[part]]\nname = "a"\npoints = 1\nscenarios = ["no-such"]', "no scenario or topic 'no-such'"),
        ('[[part]]\nname = "a"\nponits = 1\nscenarios = []', "ponits"),
    ],
)
def test_a_rubric_that_cannot_be_used_is_refused_in_words(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "rubric.toml"
    file.write_text(text)
    with pytest.raises(RubricError, match=fault):
        read_rubric(file, SUITE)


def test_submissions_are_folders_archives_and_programs(tmp_path: Path) -> None:
    (tmp_path / "ab123456").mkdir()
    (tmp_path / "cd123456.tgz").touch()
    (tmp_path / "ef123456").touch(0o755)
    (tmp_path / "notes.txt").touch(0o644)
    (tmp_path / ".hidden").touch(0o755)
    assert [one.name for one in find_submissions(tmp_path)] == ["ab123456", "cd123456", "ef123456"]


def test_what_cannot_be_a_submission_is_named(tmp_path: Path) -> None:
    (tmp_path / "ab123456").mkdir()
    (tmp_path / "notes.txt").touch(0o644)
    assert not_submissions(tmp_path) == ["notes.txt"]


def test_no_two_submissions_have_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "ab123456").mkdir()
    for name in ("ab123456.tgz", "ab123456.zip", "cd123456.tgz"):
        (tmp_path / name).touch()
    assert [one.name for one in find_submissions(tmp_path)] == ["ab123456", "ab123456.tgz", "ab123456.zip", "cd123456"]


def test_a_folder_of_moodle_has_the_students_name_and_the_archive_in_it_is_unpacked(tmp_path: Path) -> None:
    folder = tmp_path / "all" / "Ewa Gołąb_12345_assignsubmission_file_"
    folder.mkdir(parents=True)
    with tarfile.open(folder / "ab123456.tgz", "w:gz") as archive:
        member = tarfile.TarInfo("ab123456/krazki")
        member.size = len(PROGRAM)
        archive.addfile(member, io.BytesIO(PROGRAM.encode()))
    [one] = find_submissions(tmp_path / "all")
    assert one.name == "Ewa Gołąb_12345"
    found = prepare(one, tmp_path / "into", "krazki", "")
    assert found.read_text() == PROGRAM
    assert os.access(found, os.X_OK)


def test_an_archive_that_cannot_be_unpacked_here_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "ab123456.rar").touch()
    [one] = find_submissions(tmp_path)
    assert one.name == "ab123456"
    with pytest.raises(BuildError, match=r"ab123456\.rar cannot be unpacked: these can be: \.tgz"):
        prepare(one, tmp_path / "into", "krazki", "")


@pytest.mark.parametrize(
    ("files", "built"),
    [
        (["project/Makefile", "__MACOSX/._project"], "project"),
        (["src/Makefile", "README.md"], "src"),
        (["client/Makefile", "krazki/Makefile"], "krazki"),
        (["Makefile", "src/Makefile"], "."),
    ],
)
def test_the_makefile_is_found_where_students_put_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: list[str], built: str
) -> None:
    for name in files:
        (tmp_path / "ewa" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "ewa" / name).write_text(f"all:\n\techo {Path(name).parent.name}\n")

    def build(root: Path, command: str) -> None:
        assert root.resolve() == (tmp_path / "into" / "work" / built).resolve()
        assert command == "make"
        (root / "krazki").touch()

    monkeypatch.setattr("stolik.check.grading.submissions._build", build)
    assert prepare(Submission("ewa", str(tmp_path / "ewa")), tmp_path / "into", "krazki", "").name == "krazki"


def test_a_rubric_that_was_changed_gives_new_points_to_old_results() -> None:
    passed = tuple(results({"ends-at-230": Verdict.PASS, "ends-at-240": Verdict.FAIL}))
    old = Graded("ewa", "krazki", {"end": 2.0}, 2.0, passed)
    rubric = Rubric((Part("end", 6, ("ends-at-230", "ends-at-240")),))
    new = with_points(old, SUITE, rubric)
    assert (new.points, new.most) == ({"end": 3.0}, 6.0)
    assert with_points(msgspec.structs.replace(old, fault="no"), SUITE, rubric).points == {"end": 0.0}


def test_a_submission_without_anything_to_build_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(BuildError, match="no Makefile"):
        prepare(Submission("empty", str(tmp_path / "empty")), tmp_path / "into", "krazki", "")


@pytest.mark.parametrize(("name", "build"), [("krazki", ""), ("ewa", ""), ("ewa", "make")])
def test_a_program_needs_no_build_whatever_its_name_and_the_rubric(tmp_path: Path, name: str, build: str) -> None:
    (tmp_path / name).write_text(PROGRAM)
    (tmp_path / name).chmod(0o755)
    found = prepare(Submission(name, str(tmp_path / name)), tmp_path / "into", "krazki", build)
    assert found.read_text() == PROGRAM


def test_of_several_programs_the_one_with_the_right_name_is_taken(tmp_path: Path) -> None:
    (tmp_path / "both").mkdir()
    for name in ("one", "other"):
        (tmp_path / "both" / name).touch(0o755)
    both = Submission("both", str(tmp_path / "both"))
    with pytest.raises(BuildError, match="no program 'krazki'"):
        prepare(both, tmp_path / "into", "krazki", "")
    (tmp_path / "both" / "krazki").touch(0o755)
    assert prepare(both, tmp_path / "again", "krazki", "").name == "krazki"


def test_an_archive_cannot_write_outside_its_folder(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "evil.tgz", "w:gz") as archive:
        member = tarfile.TarInfo("../../evil")
        archive.addfile(member, io.BytesIO(b""))
    with pytest.raises(BuildError, match="cannot be unpacked"):
        prepare(Submission("evil", str(tmp_path / "evil.tgz")), tmp_path / "into", "krazki", "")


def test_a_build_that_fails_shows_what_it_printed(tmp_path: Path) -> None:
    needs_sandbox()
    source = tmp_path / "broken"
    source.mkdir()
    (source / "Makefile").write_text("all:\n\t@echo this is why >&2; exit 1\n")
    with pytest.raises(BuildError, match="this is why"):
        prepare(Submission("broken", str(source)), tmp_path / "into", "krazki", "")


@pytest.mark.skipif(shutil.which("cc") is None or shutil.which("make") is None, reason="no compiler of C is here")
def test_a_program_in_c_is_built_by_the_usual_rules_of_make(tmp_path: Path) -> None:
    needs_sandbox()
    source = tmp_path / "ewa"
    source.mkdir()
    (source / "Makefile").write_text("krazki: krazki.o\n")
    (source / "krazki.c").write_text("int main(void) { return 0; }\n")
    assert prepare(Submission("ewa", str(source)), tmp_path / "into", "krazki", "").name == "krazki"


def test_the_tables_have_a_row_for_each_submission() -> None:
    both = [graded("ewa", "ends-at-230"), graded("jan", fault="`make` fails:\nmore")]
    assert grades_csv(both).splitlines() == [
        "name,moves,ending,total,of,fails,fault",
        "ewa,2.5,1,3.5,5,1,",
        "jan,2.5,1,3.5,5,0,`make` fails:",
    ]
    assert moodle_csv(both, Words("en")).splitlines()[1] == "ewa,3.5,fails: ends-at-230"
    assert usos_csv(both, Words("pl")).splitlines()[1] == "ewa;3,5;błędy: ends-at-230"


def test_scenarios_that_were_not_played_are_told_in_the_tables() -> None:
    hangs = graded("ewa", "ends-at-230")
    left_out = [not_tried(scenario, [MUTE] * 3) for scenario in list(SUITE.scenarios())[:7]]
    told = feedback(msgspec.structs.replace(hangs, results=(*hangs.results, *left_out)), Words("en"))
    assert told == "fails: ends-at-230; 7 scenarios were not played: the page says why"


def test_those_who_fail_the_same_scenarios_are_named() -> None:
    same = ("ends-at-230", "ends-at-240", "ends-at-999")
    found = similar([graded("ewa", *same), graded("jan", *same), graded("ola", "first-move-1", *same[:1])])
    assert found == [("ewa", "jan", 3, 1.0)]


def test_a_page_shows_points_and_faults() -> None:
    text = page(SUITE, graded("ewa <b>", "ends-at-230"), Words("pl"))
    assert "ewa &lt;b&gt;" in text
    assert "3.5 / 5" in text


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("there is no Makefile, no CMakeLists.txt, and no program", "nie ma pliku Makefile ani CMakeLists.txt"),
        ("there is no program 'krazki'", "nie ma programu 'krazki'"),
        ("there is no program 'krazki' after the build", "po kompilacji nie ma programu 'krazki'"),
        ("ab.rar cannot be unpacked: these can be: .tgz, .zip", "nie można rozpakować pliku ab.rar; można takie: .tgz"),
        ("ab.zip cannot be unpacked: File is not a zip file", "nie można rozpakować pliku ab.zip: File is not"),
        ("`make` fails:\ncc: no input", "polecenie `make` kończy się błędem:"),
    ],
)
def test_why_a_program_was_not_checked_is_told_in_the_students_language(fault: str, told: str) -> None:
    failed = graded("ewa", fault=fault)
    assert feedback(failed, Words("pl")).startswith(told)
    shown = page(SUITE, failed, Words("pl"))
    assert html.escape(told) in shown
    assert html.escape(fault.partition("\n")[2]) in shown
    assert feedback(failed, Words("en")) == fault.partition("\n")[0]


def test_a_result_that_was_cut_short_is_graded_again(tmp_path: Path) -> None:
    folder = GradeFolder(tmp_path)
    folder.keep(graded("ewa"))
    folder.keep(graded("../jan"))
    (tmp_path / "results" / "ola.json").write_text('{"name": "ola"')
    assert set(folder.done()) == {"ewa", "../jan"}


def test_a_folder_is_graded_and_resumed(tmp_path: Path) -> None:
    needs_sandbox()
    submissions = tmp_path / "submissions"
    (submissions / "ewa").mkdir(parents=True)
    (submissions / "ewa" / "Makefile").write_text("krazki: krazki.sh\n\tcp krazki.sh krazki; chmod +x krazki\n")
    (submissions / "ewa" / "krazki.sh").write_text(PROGRAM)
    (submissions / "jan").mkdir()
    rubric = tmp_path / "rubric.toml"
    rubric.write_text('[[part]]\nname = "end"\npoints = 2\nscenarios = ["ends-at-999", "wrong-before-the-game"]\n')
    arguments = [str(submissions), "--what", "krazki", "--rubric", str(rubric), "--concurrency", "2"]
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert done.exception is None, done.output
    assert "2 submissions" in done.output
    grades = (tmp_path / "submissions-grades" / "grades.csv").read_text().splitlines()
    assert grades[1].startswith("ewa,")
    assert grades[1].split(",")[2] != "0"
    assert "no Makefile" in grades[2]
    assert (tmp_path / "submissions-grades" / "pages" / "ewa.html").is_file()
    before = (tmp_path / "submissions-grades" / "results" / "ewa.json").stat().st_mtime_ns
    assert CliRunner().invoke(command, arguments, standalone_mode=False).exception is None
    assert (tmp_path / "submissions-grades" / "results" / "ewa.json").stat().st_mtime_ns == before

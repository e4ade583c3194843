"""Why a game of a tournament was lost: a kind and the facts of it, so that it can be told in any language.

Here it is told in English; the page has its own texts of the same kinds, under `cause.`.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

Fact = str | int | float

# `{because}` are the causes of the cause. What is quoted from a program or from a door is a fact of its own.
WORDS: Final = {
    "told": "{text}",
    "several": "{because}",
    "before": "{because} before the game began",
    # Its time was over.
    "overtime.game": "{name} has used up its {limit:g} s for the game",
    "overtime.silent": "{name} gave no answer in {limit:g} s",
    "overtime.unfinished": "{name} gave no answer in {limit:g} s: it began a line and did not end it: {line!r}",
    "overtime.buffered": (
        "{name} gave no answer in {limit:g} s: its answer was in a buffer, and came out at the end. "
        "Flush the output after every line"
    ),
    "overtime.late": "{name} answered after {answered:.3f} s, {late:.3f} s too late: it had {limit:g} s",
    "overtime.waiting": "{name} gave no answer in {limit:g} s, and waited for its next line. Did it flush its output?",
    "overtime.unread": "{name} gave no answer in {limit:g} s, and did not read its question",
    # It did what it may not.
    "foul.move": "{name} played an illegal move: {because}",
    "foul.message": "{name} sent a wrong message: {because}",
    "foul.noMove": "not 210 and a move: {line!r}",
    "foul.long": "the line is longer than {most} bytes",
    "foul.turn": "{name} spoke out of turn: it was not asked, and wrote {line!r}",
    "foul.stderr": "{name} wrote too much on stderr: more than {most} bytes were written on stderr",
    "away": "{name} was sent away: {because}",
    "away.before": "{name} was sent away before the game began: {because}",
    "away.lines": "You are disconnected: you say too much.",
    "away.silent": "You are disconnected: you were silent for too long.",
    "away.givenUp": "the game was given up",
    "away.greeting": "it did not begin with {greeting}",
    "away.login": "log in as {seat}",
    "away.invites": "{seat} waits to be invited",
    "away.stderr": "more than {most} bytes were written on stderr",
    "heavy": "{name} used too much: {because}",
    "heavy.before": "{name} used too much before the game began: {because}",
    "used.memory": "it used {used} MiB of memory, and may use {most}",
    "used.allMemory": "it used more than {most} MiB of memory, and may use {most}",
    "used.processes": "it used {used} processes, and may use {most}",
    "used.sockets": "it used {used} sockets, and may use {most}",
    # It ended, or went.
    "crash.code": "{name} ended with exit code {code}",
    "crash.signal": "{name} was killed by signal {signal}",
    "gone.left": "{name} left without an answer ({because})",
    "gone.input": "{name} closed its input ({because})",
    "gone.output": "{name} closed its output ({because})",
    "gone.table": "{name} left its table ({because})",
    "exit.code": "exit code {code}",
    "exit.signal": "signal {signal}",
    "exit.killed": "did not leave, and was killed",
    "exit.heavy": "was killed: {because}",
    # It did not start, or did not come to its table.
    "start": "{name} could not be started: {because}",
    "start.noFile": "there is no file {file!r}",
    "start.notExecutable": "{file!r} is not executable: chmod +x {file}",
    "start.unreadable": "{file!r} cannot be read: {why}",
    "start.noProgram": "{file!r} is no program of this machine, and has no #! line that names an interpreter",
    "start.lineEnds": "the first line of {file!r} ends with CR LF: save the file with LF at the ends of its lines",
    "start.noInterpreter": "the first line of {file!r} names {program!r}, and there is no such program",
    "start.notOnPath": "there is no {program!r} on the PATH, and the first line of {file!r} asks for it",
    "start.noScript": "there is no file {file!r} in {folder}",
    "start.ended": "it did not connect to its table ({because})",
    "start.late": "it did not connect to its table within {limit:g} s",
    "start.noSeat": "it did not take its seat in time",
    "start.noLogin": "it did not log in under its seat's name in time",
    "start.notAccepted": "it did not accept {seat}'s invitation in time",
    "start.notInvited": "it did not invite {seat} in time",
    "start.sentAway": "it was sent away",
    # The game was not played.
    "aside": "{name} was put aside after {games} games that failed alike: {because}",
    "referee.by": (
        "the referee was killed {times} times during this game, and {name} is the only program that can have done it "
        "every time"
    ),
    "referee.byNobody": "the referee was killed {times} times during this game; no program can have done it",
    "referee.trial": "the referee was killed while {name} was tried",
    "referee.byAny": "the referee was killed {times} times during this game, by {names}: it is not known by which",
}


class Cause(Struct, frozen=True, omit_defaults=True):
    """One kind of cause, what it mentions, and what it comes from."""

    kind: str
    facts: dict[str, Fact] = {}
    because: tuple[Cause, ...] = ()

    def __str__(self) -> str:
        """The cause in English."""
        values: dict[str, Any] = self.facts | {"because": "; ".join(map(str, self.because))}
        return WORDS[self.kind].format_map(values)


def told(text: str) -> Cause:
    """What somebody else has said, in their words: the rules of a game, a door, or the system."""
    return Cause("told", {"text": text})


def cause(kind: str, *because: Cause, **facts: Fact) -> Cause:
    """A cause of that kind."""
    return Cause(kind, facts, because)

"""Wrong messages of a server: the client ignores them."""

from __future__ import annotations

from functools import partial

from stolik.check.scenario import Topic
from stolik.games.kierki.check.quotes import CLIENT_IGNORES
from stolik.games.kierki.check.visitor import ClientStage

topic = Topic("ignoring")

_WRONG = {
    "unknown-word": "HELLO",
    "empty-line": "",
    "lower-case": "trick1",
    "trick-0": "TRICK0",
    "trick-14": "TRICK14",
    "trick-with-leading-zero": "TRICK01",
    "trick-with-four-cards": "TRICK12C3C4C5C",
    "trick-with-a-space": "TRICK1 2C",
    "deal-with-12-cards": "DEAL1N2C3C4C5C6C7C8C9C10CJCQCKC",
    "deal-of-type-8": "DEAL8N2C3C4C5C6C7C8C9C10CJCQCKCAC",
    "taken-with-three-cards": "TAKEN12C3C4CN",
    "score-without-numbers": "SCORENESW",
    "of-a-client": "IAMN",
    "zero-byte": "TRICK1\0",
    "not-ascii": "TRICK\xff",
    "long": "TAKEN" + "2C" * 500,
}


async def _ignored(t: ClientStage, *, line: str) -> None:
    await t.join("N")
    await t.client.send(line)
    await t.deal()
    await t.client.send(line)
    await t.client.expect_nothing(0.1)
    await t.ask()
    await t.to_turn()
    await t.client.send(line)
    await t.ask()


for _name, _line in _WRONG.items():
    topic.add(
        f"ignores-{_name}",
        f"A wrong message of the server is ignored: {_line[:20].encode('unicode_escape').decode()!r}.",
        partial(_ignored, line=_line),
        CLIENT_IGNORES,
        causes={
            "extra": "the client answers a wrong message: compare the whole line before it is used",
            "closed": "the client ends at a wrong message; the document has it ignore it",
            "crashed": (
                "the client crashes at a wrong message: an exception of stoi() or at(), or a read beyond the end"
            ),
            "silent": "after a wrong message the client does not go on",
            "other": "a wrong message changed what the client knows of its cards",
        },
    )

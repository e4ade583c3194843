"""A request that cannot be granted: in words, with a code, and with what the page needs to say it in any language."""

from __future__ import annotations

from stolik.web.messages import words
from stolik.web.messages.problems import Code, Problem, Reason


class Refusal(Exception):
    """A request that cannot be granted; the message says why."""

    def __init__(
        self, why: str, code: Code = Code.REFUSED, reason: Reason | None = None, most: int | None = None
    ) -> None:
        """`most` is the number that the reason mentions, if it mentions one."""
        super().__init__(why)
        self.code = code
        self.reason = reason
        self.most = most

    @property
    def word(self) -> words.Error:
        """The same, as a message to a tab."""
        return words.Error(str(self), self.code, self.reason, self.most)

    @property
    def problem(self) -> Problem:
        """The same, as an answer over HTTP."""
        return Problem(self.code, str(self), self.reason, self.most)

"""A window: the part of a list that some screens show. All tabs that show the same part share one window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Generic

from stolik.web.door.lists import Part, Row
from stolik.web.messages import words
from stolik.web.messages.shapes import TableShape

if TYPE_CHECKING:
    from stolik.web.door.tab import Tab


class _Rows(Generic[Row]):
    """The part that is shown now. `plain`: the tabs do not know of windows, and get the simplest words."""

    def __init__(self, select: Callable[[], Part[Row]], plain: bool) -> None:
        self._select = select
        self.plain = plain
        self.tabs: set[Tab] = set()
        """The tabs that were shown the rows."""
        self.coming: set[Tab] = set()
        """The tabs that are to be shown them."""
        self.part: Part[Row] = Part({}, 0)

    def _change(self) -> tuple[list[Row], list[str], bool]:
        """Selects again: the new and changed rows, the keys of those that are out, and whether the total differs."""
        before, self.part = self.part, self._select()
        new = [row for key, row in self.part.rows.items() if before.rows.get(key) != row]
        return new, [key for key in before.rows if key not in self.part.rows], self._more(before) != self.more

    @property
    def more(self) -> int | None:
        """How many rows there are in all, where not all are shown."""
        return self._more(self.part)

    @staticmethod
    def _more(part: Part[Row]) -> int | None:
        return part.total if part.total > len(part.rows) else None


class TablesWindow(_Rows[TableShape]):
    """A part of the list of tables."""

    def __init__(self, select: Callable[[], Part[TableShape]], over: Mapping[str, TableShape], plain: bool) -> None:
        """`over` has the tables whose end has not been told yet."""
        super().__init__(select, plain)
        self._over = over

    def refresh(self) -> words.Told | None:
        """Selects the rows again; what the tabs must be told, if anything."""
        new, out, total_differs = self._change()
        told = [*new, *(self._over[key] for key in out if key in self._over)]
        gone = [key for key in out if key not in self._over]
        if not (told or gone or total_differs):
            return None
        if self.plain and len(told) == 1 and not gone and self.more is None:
            return words.TableTold(told[0])
        return words.TablesTold(told, gone, self.more)

    def fresh(self) -> words.Told:
        """All rows, for a new tab."""
        return words.TablesTold(list(self.part.rows.values()), [], self.more, fresh=True)


class PlayersWindow(_Rows[words.ListedPlayer]):
    """A part of the list of players."""

    def refresh(self) -> words.Told | None:
        """Selects the rows again; what the tabs must be told, if anything."""
        before = self.part.rows
        new, gone, total_differs = self._change()
        if not (new or gone or total_differs):
            return None
        if self.plain and len(new) + len(gone) == 1 and self.more is None:
            return self._one(new[0] if new else None, gone, before)
        return words.PlayersTold(new, gone, self.more)

    @staticmethod
    def _one(new: words.ListedPlayer | None, gone: list[str], before: Mapping[str, object]) -> words.Told:
        if new is None:
            return words.Gone(gone[0])
        return (words.Changed if new.name in before else words.Arrived)(new.name, new.status)

    def fresh(self) -> words.Told:
        """All rows, for a new tab."""
        return words.PlayersTold(list(self.part.rows.values()), [], self.more, fresh=True)


Window = TablesWindow | PlayersWindow

"""The ids of tables."""

from stolik.store.ids import new_id

YEAR = 365.25 * 24 * 3600


def test_an_id_is_a_short_word_that_is_never_given_twice() -> None:
    ids = {new_id(1e9) for _ in range(1000)}
    assert len(ids) == 1000
    assert all(len(table_id) == 15 and table_id.isalnum() and table_id.islower() for table_id in ids)


def test_ids_are_in_the_order_of_opening() -> None:
    times = [0.0, 60.0, 1e9, 1.8e9, 1.8e9 + 60, (2084 - 1970) * YEAR]
    ids = [new_id(at) for at in times]
    assert ids == sorted(ids)

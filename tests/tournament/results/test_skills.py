"""Skills: better ones rise, intervals narrow, and several seats of one player count as one."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from stolik.tournament.results.skills import Skills


def test_who_wins_more_is_worth_more_and_is_better_known() -> None:
    skills: Skills[str] = Skills()
    fresh = skills.interval("nobody")
    rng = Random(1)
    for _ in range(60):
        won = rng.random() < 0.8
        skills.play([("good", float(won)), ("bad", float(not won))])
    assert skills.rating("good") > skills.rating("nobody") > skills.rating("bad")
    low, high = skills.interval("good")
    assert low < skills.rating("good") < high
    assert high - low < fresh[1] - fresh[0]
    assert skills.best(1) == ["good"]
    assert skills.best(9) == ["good", "bad"]


def test_a_bot_with_three_seats_has_one_skill() -> None:
    skills: Skills[str] = Skills()
    skills.play([("me", 3.0), ("bot", 2.0), ("bot", 1.0), ("bot", 0.0)])
    assert skills.rating("me") > skills.rating("bot")
    assert skills.best(9) == ["me", "bot"]


def test_those_who_have_not_played_for_longest_are_forgotten() -> None:
    skills: Skills[str] = Skills(most=3)
    for one, other in (("a", "b"), ("c", "a"), ("d", "c")):
        skills.play([(one, 1.0), (other, 0.0)])
    assert set(skills.best(9)) == {"a", "c", "d"}
    assert skills.rating("b") == skills.rating("nobody")


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("efgh"), st.sampled_from([0.0, 0.5, 1.0])), max_size=30)
)
def test_the_same_games_give_the_same_skills_whatever_players_are_called(games: list[tuple[str, str, float]]) -> None:
    letters: Skills[str] = Skills()
    numbers: Skills[int] = Skills()
    for one, other, got in games:
        letters.play([(one, got), (other, 1 - got)])
        numbers.play([(ord(one), got), (ord(other), 1 - got)])
    assert all(letters.rating(name) == numbers.rating(ord(name)) for name in "abcdefgh")

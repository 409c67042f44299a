"""Who is neutral has pieces and does not play: no number, no agent, no worth of the game."""

from conftest import SUITE

from draughtsman_rules import Rules

LINES = str(SUITE / "agree" / "lines.draughts")
MIDDLE = """+++
name = "Boulder"
language = 2

[players]
White   = { faces = "north" }
Boulder = { neutral = true }
Black   = { faces = "south" }

[board]
grid = "3x3"

[pieces]
man  = { symbol = "m" }
rock = { symbol = "r", owner = "Boulder" }

[setup]
man  = { White = "a1", Black = "c3" }
rock = ["b2"]
+++

movement {
  man may step forward orthogonal
}

victory {
  player who cannot move loses
}
"""


def test_players_have_numbers_without_those_who_are_neutral() -> None:
    rules = Rules.from_text(MIDDLE)
    assert [player["name"] for player in rules.players] == ["White", "Black"]
    steps, actors = rules.game().steps(), []
    while not steps.is_over:
        actors.append(steps.actor)
        steps.step(steps.legal_actions()[0])
    assert actors == [0, 1, 0, 1] and steps.returns() == [-1.0, 1.0]
    assert [field.shape for field in steps.observation_fields[:2]] == [(2,), (3,)]
    assert "White" in repr(rules.game().steps())


def test_a_match_has_its_games_for_those_who_play() -> None:
    assert Rules.load(LINES).match("random", "random", 10)["games"] == 10

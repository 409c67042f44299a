"""What is pickled comes back as it was, or with a reason why it does not."""

import copy
import multiprocessing
import pickle
from pathlib import Path
from typing import Any

import pytest

import draughtsman_rules as draughtsman
from draughtsman_rules import DraughtsmanError, Game, Rules, RulesError

CHILD = '+++\nname = "Pond"\nextends = "english"\n\n[numbers]\nidle-limit = 9\n+++\n'


def failing(text: str) -> Any:
    """In another process: rules that have mistakes."""
    return Rules.from_text(text)


def test_errors_are_pickled() -> None:
    for text, kind in [("nonsense", RulesError), ("", RulesError)]:
        with pytest.raises(kind) as found:
            Rules.from_text(text)
        for again in (pickle.loads(pickle.dumps(found.value)), copy.copy(found.value)):
            assert type(again) is kind and str(again) == str(found.value)
            assert (again.errors, again.diagnostics) == (found.value.errors, found.value.diagnostics)
    with pytest.raises(DraughtsmanError) as none:
        Rules.load("englich")
    again = pickle.loads(pickle.dumps(none.value))
    assert type(again) is DraughtsmanError and (str(again), again.errors) == (str(none.value), none.value.errors)


def test_errors_come_from_a_pool_of_processes() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool, pytest.raises(RulesError):
        pool.apply_async(failing, ("nonsense",)).get(timeout=60)


def test_what_was_taken_back_is_pickled() -> None:
    game = Game("english", seed=3)
    for move in ("11-15", "22-18", "15x22"):
        game.play(move)
    game.undo(2)
    again = pickle.loads(pickle.dumps(game))
    assert (again.state, again.played(), again.position()) == (game.state, game.played(), game.position())
    assert again.redo(2) == game.redo(2) == ["22-18", "15x22"]


def test_rules_that_have_changed_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "pond.draughts"
    rules = draughtsman.write(path, CHILD)
    kept = [pickle.dumps(thing) for thing in (rules, rules.game(), rules.game().steps())]
    assert pickle.loads(kept[0]).fingerprint == rules.fingerprint
    draughtsman.write(path, CHILD.replace("= 9", "= 8"), overwrite=True)
    for one in kept:
        with pytest.raises(DraughtsmanError, match="have changed since they were pickled"):
            pickle.loads(one)

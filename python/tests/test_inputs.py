"""What may be given, and what is said of that which may not."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import draughtsman_rules as draughtsman
from draughtsman_rules import DraughtsmanError, Game, Rules

CHILD = '+++\nname = "Mine"\nextends = "english"\n+++\n'


def test_what_is_told_of_a_game_is_a_copy() -> None:
    game = Game("english")
    game.set_position("B:W9:B5,6")
    game.play("5x14" if "5x14" in [move["text"] for move in game.moves()] else 1)
    assert game.outcome is not None
    game.state["player"] = "Nobody"
    game.outcome["winners"].append("Nobody")
    assert game.player is None and game.copy().outcome == game.outcome and game.outcome["winners"] == ["Black"]


def test_a_path_is_a_file_and_never_a_bundled_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DraughtsmanError, match="english"):
        draughtsman.load(Path("english"))
    for name in ("italian", "italian.draughts"):
        assert draughtsman.write(name, CHILD).title == "Mine"
        assert (Rules.load(Path(name)).title, Rules.load("italian").title) == ("Mine", "Italian draughts")
        assert Game(Path(name)).rules.title == "Mine"


@pytest.mark.parametrize("threads", [0, 1025, 5000])
def test_threads_are_bounded(threads: int) -> None:
    rules = Rules.load("english")
    calls: list[Callable[[], Any]] = [
        lambda: rules.simulate(10, threads=threads),
        lambda: rules.match("random", "random", 10, threads=threads),
        lambda: rules.diff(Rules.load("italian"), positions=10, threads=threads),
    ]
    for ask in calls:
        with pytest.raises(DraughtsmanError, match="`threads` is from 1 to 1024"):
            ask()


def test_no_more_threads_are_started_than_there_are_games() -> None:
    began = time.monotonic()
    assert Rules.load("english").simulate(10, threads=1024)["games"] == 10
    assert time.monotonic() - began < 2


def test_whatever_counts_as_a_whole_number_is_taken() -> None:
    three, rules = np.int32(3), Rules.load("english")
    game = rules.game(seed=np.uint64(7))
    assert game.perft(three) == 302 == sum(game.divide(three).values())
    assert game.play(np.int64(2)) == game.played()[0]
    assert game.explain(np.int64(1))["legal"] is True
    assert len(game.undo(np.int64(1))) == len(game.redo(np.int8(1))) == 1
    assert len(game.analyse("alpha-beta:depth=2", lines=np.int64(2))["lines"]) == 2
    game.set_position({**game.position(), "turns": np.int64(4)}, seed=np.int64(3))  # type: ignore[typeddict-item]
    steps, player = rules.game().steps(), np.int64(0)
    assert steps.observation_text(player) == steps.observation_text(0)
    assert steps.information_text(player, [np.int64(2)]) == steps.information_text(0, [2])
    assert steps.view("fen", player) == steps.view("fen", 0) and steps.position(player) == steps.position(0)
    steps.step(steps.action_mask().argmax())
    assert rules.simulate(np.int64(5), seed=np.int64(1), limit=np.int32(50), threads=np.int8(1))["games"] == 5
    assert rules.match("random", "random", np.uint8(4), seed=np.int64(1))["games"] == 4


WRONG: dict[str, Callable[[], Any]] = {
    "divide(0)": lambda: Game("english").divide(0),
    "perft(-1)": lambda: Game("english").perft(-1),
    "seed=-1": lambda: Game("english", seed=-1),
    "simulate(-1)": lambda: Rules.load("english").simulate(-1),
    "match(-1)": lambda: Rules.load("english").match("random", "random", -1),
    "first=-1": lambda: Rules.load("english").simulate(1, first=-1),
    "view(None)": lambda: Game("english").view(None),  # type: ignore[arg-type]
    "agents=[]": lambda: Rules.load("english").simulate(1, agents=["random"]),  # type: ignore[arg-type]
    "options='text'": lambda: Rules.load("english", "idle-limit=10"),
    "check(options='text')": lambda: draughtsman.check(CHILD, "mine", "idle-limit=10"),
    "view of nobody": lambda: Game("english").steps().view("fen", 5),
    "view of -1": lambda: Game("english").steps().view("fen", -1),
    "observation of -1": lambda: Game("english").steps().observation(-1),
    "position of nobody": lambda: Game("english").steps().position(2),
    "step(-1)": lambda: Game("english").steps().step(-1),
    "step(2**40)": lambda: Game("english").steps().step(2**40),
    "steps.view(None)": lambda: Game("english").steps().view(None),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("which", WRONG)
def test_what_cannot_be_is_an_error_with_its_reason(which: str) -> None:
    with pytest.raises(DraughtsmanError) as found:
        WRONG[which]()
    assert found.value.errors[0]["text"]


@pytest.mark.skipif(os.name == "nt", reason="stacks of threads are the system's own")
def test_deep_rules_are_read_on_a_small_stack() -> None:
    brackets = 120
    text = CHILD + f"movement {{\n  add man may step forward diagonal if {'(' * brackets}turns > 0{')' * brackets}\n}}\n"
    told: list[Any] = []

    def read() -> None:
        told.append(draughtsman.check(text, "mine"))
        try:
            told.append(Rules.from_text(text, "mine").title)
        except DraughtsmanError as error:
            told.append(error.errors)

    before = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert len(told) == 2

"""Numbered steps and arrays."""

import json
import random
import subprocess
import sys

import numpy as np
import pytest
from conftest import HERE

from draughtsman_rules import CHANCE, DraughtsmanError, Game, Rules, Steps


def some(variant: str, count: int, seed: int = 1) -> Steps:
    """A game after some steps at random."""
    steps, chosen = Rules.load(variant).game().steps(), random.Random(seed)
    for _ in range(count):
        if steps.is_over:
            break
        steps.step(chosen.choice(steps.legal_actions()))
    return steps


def test_numbers_and_texts_are_turned_into_each_other(variant: str) -> None:
    steps = Rules.load(variant).game().steps()
    assert [steps.action_number(text) for text in steps.actions] == list(range(steps.action_count))
    for action in steps.legal_actions():
        assert steps.actions[action] == steps.action_text(action)
    with pytest.raises(KeyError):
        steps.action_number("from nowhere")
    with pytest.raises(IndexError):
        steps.action_text(steps.action_count)
    with pytest.raises(IndexError):
        steps.action_text(-1)


def test_numbers_mean_the_same_in_another_process() -> None:
    said = "from draughtsman_rules import Game; print('|'.join(Game('warp').steps().actions))"
    other = subprocess.run([sys.executable, "-c", said], capture_output=True, check=True, text=True, cwd=HERE).stdout.strip()
    assert other.split("|") == Game("warp").steps().actions


def test_moves_are_reached_by_the_steps_to_their_texts(variant: str) -> None:
    game = Game(Rules.load(variant), seed=2)
    for _ in range(12):
        if game.is_over:
            break
        steps, ways = game.steps(), set()
        seat = None if game.player == "chance" else game.player
        for move in game.moves(seat):
            way, after = steps.actions_to(move["text"]), steps.copy()
            for action in way:
                assert action in after.legal_actions()
                after.step(action)
            ways.add(tuple(way))
            taken = after.ply == steps.ply + 1
            assert taken or after.actor == CHANCE, "only chance says what is taken blindly"
            if taken and not game.rules.hides:
                assert json.loads(after.information_text(0, []).partition("][")[0] + "]")[0][-1] == move["text"]
        assert len(ways) == len(game.moves(seat)), "no two moves by the same steps"
        assert tuple(steps.agent("random")) in ways
        game.agent("random", play=True)


def test_masks_and_observations_are_arrays(variant: str) -> None:
    steps = some(variant, 12)
    mask = steps.action_mask()
    assert mask.dtype == np.int8 and mask.shape == (steps.action_count,) and mask.base is not None
    assert np.flatnonzero(mask).tolist() == steps.legal_actions()
    fields = steps.observation_fields
    assert fields[-1].stop == steps.observation_length and fields[0].start == 0
    for player in range(len(steps.rules.players)):
        seen = steps.observation(player)
        assert seen.dtype == np.float32 and seen.shape == (steps.observation_length,) and np.isfinite(seen).all()
        assert seen.base is not None and seen.flags.c_contiguous, "the memory is the library's own"
        out = np.full(steps.observation_length, 7, np.float32)
        memory = out.ctypes.data
        assert steps.observation(player, out) is out and np.array_equal(out, seen) and out.ctypes.data == memory
        me = fields[0]
        assert seen[me.start : me.stop].tolist() == [float(other == player) for other in range(len(steps.rules.players))]


def test_arrays_of_the_caller_have_to_fit() -> None:
    steps = Game("english").steps()
    out = np.ones(steps.action_count, np.int8)
    assert steps.action_mask(out) is out and out.sum() == 4
    with pytest.raises(ValueError, match="are needed"):
        steps.action_mask(np.zeros(3, np.int8))
    with pytest.raises(ValueError, match="one piece"):
        steps.action_mask(np.zeros(2 * steps.action_count, np.int8)[::2])
    with pytest.raises(TypeError):
        steps.action_mask(np.zeros(steps.action_count, np.int64))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no player 2"):
        steps.observation(2)
    locked = np.zeros(steps.action_count, np.int8)
    locked.flags.writeable = False
    with pytest.raises(ValueError):
        steps.action_mask(locked)


def test_a_step_that_is_none_is_refused() -> None:
    steps = Game("english").steps()
    with pytest.raises(DraughtsmanError, match="accepted: 16 .from 9."):
        steps.step(steps.action_number("from 1"))
    assert steps.taken == [] and steps.ply == 0
    steps.step(steps.action_number("from 9"))
    with pytest.raises(DraughtsmanError):
        steps.actions_to("11-15")


def test_nobody_sees_in_numbers_or_texts_what_is_hidden() -> None:
    rules = Rules.load(str(HERE / "rules" / "hide.draughts"))
    alike: dict[tuple[int, ...], set[bytes]] = {}
    texts, south = set(), set()
    for seed in range(40):
        steps = rules.game().steps()
        steps.step_chance(seed)
        steps.step(steps.legal_actions()[0])
        if steps.actor == CHANCE:
            continue
        assert steps.actor == 1
        alike.setdefault(tuple(steps.legal_actions()), set()).add(steps.observation(1).tobytes())
        texts.add(steps.information_text(1, []))
        south.add(steps.information_text(0, []))
    assert len(alike) == 1 and len(texts) == 1 and all(len(seen) == 1 for seen in alike.values())
    assert len(south) > 2, "South knows its cards"


def test_chances_add_up_to_one(variant: str) -> None:
    steps, chosen, met = Rules.load(variant).game().steps(), random.Random(3), 0
    for _ in range(60):
        if steps.is_over:
            break
        if steps.actor == CHANCE:
            met += 1
            outcomes = steps.chance_outcomes()
            assert sum(likely for _, likely in outcomes) == pytest.approx(1)
            assert [action for action, _ in outcomes] == steps.legal_actions()
        steps.step(chosen.choice(steps.legal_actions()))
    assert not met or steps.rules.draws

"""OpenSpiel games, against OpenSpiel's own tests, and played by its agents."""

import pickle
import random
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import HERE, OWN, SUITE, VARIANTS, called

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("open_spiel.python")
from absl import flags  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, get_all_states, mcts  # noqa: E402

from draughtsman_rules import DraughtsmanError, Rules, openspiel  # noqa: E402


# The settings of the tests that are run here, as they are.
flags.FLAGS.mark_as_parsed()


def name_of(variant: str) -> str:
    """The short name of the game by these rules, which is registered."""
    name = f"draughtsman_{called(variant).replace('-', '_')}"
    if name not in pyspiel.registered_names():
        openspiel.register(Rules.load(variant))
    return name


def test_every_bundled_variant_is_registered() -> None:
    names = openspiel.register_bundled()
    assert len(names) == len(VARIANTS) and set(names) <= set(pyspiel.registered_names())
    with pytest.raises(ValueError, match="already"):
        openspiel.register(Rules.load("english"))


def test_games_at_random(variant: str) -> None:
    game = pyspiel.load_game(f"{name_of(variant)}(limit=150)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_api_is_kept(variant: str) -> None:
    name = name_of(variant)
    game = pyspiel.load_game(f"{name}(limit=60)")
    # What OpenSpiel samples from all games that are registered, less of it.
    of_game = type("Kept", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": name, "setUpClass": sampled})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(of_game).run(result)
    problems = [text for _, text in result.errors + result.failures]
    assert not problems and result.testsRun >= 5, "\n".join(problems)


@classmethod  # type: ignore[misc]
def sampled(cls: Any) -> None:
    """Some states of the game of a class."""
    random.seed(1)
    cls.some_states = api_test.sample_some_states.sample_some_states(cls.game, max_states=40)
    cls.game_type = cls.game.get_type()


@pytest.mark.parametrize("which", ["english", "warp", "saving_private", *map(str, OWN)], ids=called)
def test_a_playthrough_is_replayed(which: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(generate_playthrough.playthrough(f"{name_of(which)}(limit=40)", None, seed=3))
    original, again = generate_playthrough.replay(str(path))
    assert original == again


def test_mcts_plays(variant: str) -> None:
    game = pyspiel.load_game(f"{name_of(variant)}(limit=40)")
    chosen = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 4, mcts.RandomRolloutEvaluator(1, chosen), random_state=chosen)
    state = game.new_initial_state()
    for _ in range(6):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes, likely = zip(*state.chance_outcomes())
            state.apply_action(chosen.choice(outcomes, p=likely))
            continue
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_mcts_wins_what_is_won() -> None:
    game = pyspiel.load_game(name_of(str(HERE / "rules" / "hexapawn.draughts")))
    wins = 0
    for seed in range(5):
        chosen = np.random.RandomState(seed)
        bot = mcts.MCTSBot(game, 2.0, 200, mcts.RandomRolloutEvaluator(1, chosen), random_state=chosen, solve=True)
        state = game.new_initial_state()
        while not state.is_terminal():
            other = state.current_player() == 0
            state.apply_action(chosen.choice(state.legal_actions()) if other else bot.step(state))
        wins += state.returns()[1] == 1
    assert wins == 5, "the second player wins, as Gardner has it"


def test_chance_and_what_is_hidden_are_told_truly() -> None:
    game = pyspiel.load_game(name_of(str(HERE / "rules" / "hide.draughts")))
    kind = game.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    dealt: dict[str, float] = {}
    known: dict[str, set[tuple[int, ...]]] = {}

    def walk(state: Any, likely: float) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for action, chance in state.chance_outcomes():
                walk(state.child(action), likely * chance)
            return
        text = state.information_state_string()
        known.setdefault(text, set()).add(tuple(state.legal_actions()))
        if state.current_player() == 0:
            dealt[text] = dealt.get(text, 0) + likely
        for action in state.legal_actions():
            walk(state.child(action), likely)

    walk(game.new_initial_state(), 1)
    assert all(len(actions) == 1 for actions in known.values()), "who knows the same can do the same"
    # Two of four cards, one after the other: red first or black first, and then one of three.
    assert sorted(dealt.values()) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3])
    assert len(known) - len(dealt) == 1, "North cannot tell anything apart"


def test_a_game_of_no_steps_is_refused() -> None:
    with pytest.raises(DraughtsmanError, match="`limit` is at least 1, and not 0"):
        openspiel._games["draughtsman_english"]({"limit": 0})


def test_what_goes_beyond_the_limits_of_the_language_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    state = pyspiel.load_game("draughtsman_guerrilla").new_initial_state()

    def refuse(action: int) -> None:
        raise DraughtsmanError([{"text": "more than 100,000 moves of one decision"}])

    monkeypatch.setattr(state.steps, "step", refuse)
    state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0]


def test_cfr_leaves_little_to_exploit() -> None:
    game = pyspiel.load_game(name_of(str(HERE / "rules" / "hide.draughts")))
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(300):
        solver.evaluate_and_update_policy()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert before > 0.1 and after < 0.005, (before, after)


def test_what_was_learnt_in_one_process_plays_in_another(tmp_path: Path) -> None:
    learnt = str(tmp_path / "values.json")
    for verb in ("learn", "play"):
        ran = subprocess.run([sys.executable, str(HERE / "learner.py"), verb, learnt], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
    won, of = map(int, ran.stdout.split())
    random_wins, of_random = map(int, subprocess.run(
        [sys.executable, str(HERE / "learner.py"), "play"], capture_output=True, text=True, check=True
    ).stdout.split())
    assert won / of > 0.95 > 0.75 > random_wins / of_random, (won, random_wins)


@pytest.mark.long
def test_long_games_at_random(variant: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name_of(variant)), num_sims=2, serialize=True, verbose=False)


def test_all_states_of_a_small_game_are_found() -> None:
    game = pyspiel.load_game(name_of(str(HERE / "rules" / "hide.draughts")))
    states = get_all_states.get_all_states(game, include_terminals=True, include_chance_states=True)
    assert sum(state.is_terminal() for state in states.values()) > 6


def test_games_and_states_are_pickled() -> None:
    game = pyspiel.load_game("draughtsman_english(limit=200)")
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    again, there = pickle.loads(pickle.dumps((game, state)))
    assert (str(again), again.get_parameters()) == (str(game), game.get_parameters())
    assert (str(there), there.history()) == (str(state), state.history())


def test_games_are_pickled_to_processes_that_do_not_know_them() -> None:
    rules = Rules.from_text('+++\nname = "Mine"\nextends = "english"\n+++\n', "mine")
    kept = pickle.dumps(pyspiel.load_game(openspiel.register(rules, "draughtsman_pickled")))
    said = "import pickle, sys; print(pickle.load(sys.stdin.buffer))"
    other = subprocess.run([sys.executable, "-c", said], input=kept, capture_output=True, check=True, cwd=HERE)
    assert other.stdout.decode().strip().startswith("draughtsman_pickled(")


def test_a_game_by_other_rules_is_not_taken_for_a_pickled_one(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pickle.dumps(pyspiel.load_game("draughtsman_english"))
    monkeypatch.setitem(openspiel._games, "draughtsman_english", openspiel._games["draughtsman_italian"])
    with pytest.raises(DraughtsmanError, match="other rules than the one that was pickled"):
        pickle.loads(kept)


def test_who_is_neutral_does_not_play() -> None:
    game = pyspiel.load_game(name_of(str(SUITE / "agree" / "lines.draughts")))
    assert game.num_players() == 2
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM

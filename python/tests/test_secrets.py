"""A player is told nothing that it cannot know: of two games that it cannot tell apart, the same bytes, whatever is asked."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from conftest import ODD, OWN, VARIANTS, called
from draughtsman_rules import Game, Rules, Steps
from draughtsman_rules.aec import raw_env

SEEDS = 3
"""So many games are looked at of each variant."""
LONG = 40
"""So many decisions of each."""
COPIES = 4
"""In so many ways each decision is made, to find two that look alike."""
AFTER = 4
"""So many decisions are looked at in two games after they have come to differ."""
HIDING = [name for name in [*VARIANTS, *map(str, OWN), *map(str, ODD)] if Rules.load(name).hides]


def knows(steps: Steps, player: int) -> str:
    """What a player knows who remembers everything, its own steps aside, which are the same in both games."""
    return steps.information_text(player, [])


def forks(rules: Rules) -> Iterator[tuple[Steps, Steps, int]]:
    """Two games, each time, that came to differ by chance or by another's choice, and a player who cannot tell one from the other."""
    for seed in range(SEEDS):
        chosen, steps = random.Random(seed), rules.game(seed).steps()
        for _ in range(LONG):
            if steps.is_over:
                break
            copies = [steps.copy() for _ in range(COPIES)]
            actor = steps.actor
            for copy in copies:
                copy.step(chosen.choice(copy.legal_actions()))
            one, *others = copies
            for player in range(len(rules.players)):
                alike = (two for two in others if two.position() != one.position() and knows(two, player) == knows(one, player))
                if player != actor and (two := next(alike, None)) is not None:
                    yield one.copy(), two.copy(), player
            steps = one


def told_of_steps(steps: Steps, player: int) -> list[Any]:
    """What a player is told who learns: in numbers, texts and pictures."""
    told: list[Any] = [steps.actor, steps.is_over, steps.returns(), steps.observation(player).tobytes(), knows(steps, player)]
    told += [json.dumps(steps.position(player)), *(steps.view(form, player) for form in ("fen", "text", "svg"))]
    if steps.actor == player:
        told += [steps.legal_actions(), steps.action_mask().tobytes(), steps.taken]
        if not steps.taken:
            told += [steps.agent(agent) for agent in ("random", "greedy", "mcts:8")]
    return told


def told_of_environment(steps: Steps, player: int) -> list[Any]:
    """What an agent is told in an environment of PettingZoo."""
    env = raw_env(steps.rules, render_mode="ansi")
    env.reset(seed=1)
    env.game = steps
    agent = env.possible_agents[player]
    seen = env.observe(agent)
    told: list[Any] = [seen["observation"].tobytes(), seen["action_mask"].tobytes()]
    return [*told, env.render()] if steps.actor == player else told


def told_of_game(steps: Steps, player: int) -> list[Any]:
    """What a seat is told of a game with its past."""
    if steps.taken:
        return []
    seat, game = steps.rules.players[player]["name"], Game(steps.rules)
    game.set_position(steps.view("game"), seed=7)
    told: list[Any] = [game.state, game.played(seat), json.dumps(game.position(seat)), game.picture(seat)]
    told += [game.view(form, seat) for form in ("fen", "toml", "text")]
    if game.player not in (None, "chance"):
        told += [game.moves(seat), game.explain(seat=seat), game.analyse("greedy", seat=seat)]
    if game.player == seat:
        told += [game.moves(seat, after=True), game.explain(1, seat), game.analyse("mcts:8", seat=seat)]
    return told


@pytest.mark.parametrize("name", HIDING, ids=called)
def test_of_games_that_look_alike_the_same_is_told(name: str) -> None:
    looked_at = 0
    for one, two, player in forks(Rules.load(name)):
        chosen = random.Random(looked_at)
        for _ in range(AFTER):
            for told in (told_of_steps, told_of_environment, told_of_game):
                for first, second in zip(told(one, player), told(two, player), strict=True):
                    assert first == second, f"{name}: {one!r}: {told.__name__} of player {player}"
            looked_at += 1
            if one.is_over:
                break
            # The same in both, unless it is another player's.
            step, others = chosen.choice(one.legal_actions()), two.legal_actions()
            two.step(step if one.actor == player or step in others else chosen.choice(others))
            one.step(step)
            if knows(one, player) != knows(two, player):
                break
    # In these nothing is known to one player alone.
    assert looked_at > 0 or called(name) in ("corners", "marked"), "no two games that look alike"

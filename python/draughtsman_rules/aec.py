"""A PettingZoo environment for any variant.

    from draughtsman_rules import aec
    env = aec.env("english")

Agents are `player_0` … in the order of the variant's players (`env.unwrapped.roles` says who is who). An observation is a
dictionary: `observation`, what the agent sees, in numbers (`Steps.observation`), and `action_mask`, 1 for each step that it can
take now. Chance decides by itself, fixed by the seed of `reset`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._answers import DraughtsmanError, at_least, chosen, wrong
from .rules import Rules

Observation = dict[str, NDArray[Any]]

RENDER_MODES = ("human", "ansi", "svg")
"""How `render` may show the board: printed, as a text, as a picture in SVG."""


def env(
    variant: str | os.PathLike[str] | Rules = "english",
    *,
    options: Iterable[str] = (),
    limit: SupportsIndex = 2000,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """The environment with the usual wrappers: an illegal step loses the game, and calls are made in order.

    `variant` is a bundled name, the path of a rule file, or rules, which have their `options` already. After `limit` steps of
    agents a game is cut off, and where a rule goes beyond the limits of the language.
    Raises as `Rules.load`, and `DraughtsmanError` for a `limit` below 1 and a `render_mode` that there is not.
    """
    raw = raw_env(variant, options=options, limit=limit, render_mode=render_mode)
    legal: Any = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc, unused-ignore]
    """The environment without wrappers, called as in every package of environments. An illegal step raises `DraughtsmanError`."""

    def __init__(
        self,
        variant: str | os.PathLike[str] | Rules = "english",
        *,
        options: Iterable[str] = (),
        limit: SupportsIndex = 2000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = _rules(variant, options)
        self.metadata = {
            "name": f"draughtsman_{self.rules.name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise wrong(f"there is no `render_mode` {render_mode!r}", ["None", *RENDER_MODES])
        self.render_mode = render_mode
        self.limit = at_least(1, limit=limit)
        self.possible_agents = [f"player_{number}" for number in range(len(self.rules.players))]
        self.roles = {agent: player["name"] for agent, player in zip(self.possible_agents, self.rules.players)}
        self.agents: list[str] = []
        self.game = self.rules.game().steps()
        self._chance: np.random.SeedSequence | None = None
        bounds = np.finfo(np.float32)
        seen = spaces.Box(float(bounds.min), float(bounds.max), (self.game.observation_length,), np.float32)
        count = self.game.action_count
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (count,), np.int8)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; `seed` fixes all chance in it, and in the games after it that have no seed of their own."""
        if seed is not None or self._chance is None:
            self._chance = np.random.SeedSequence(seed)
        else:
            [self._chance] = self._chance.spawn(1)
        self._seed = int(self._chance.generate_state(1, np.uint64)[0])
        self.agents = list(self.possible_agents)
        self.game = self.game.restarted()
        self.steps = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What an agent sees; nothing can be done by who has not the next step."""
        player = self.possible_agents.index(agent)
        acts = self.game.actor == player and not self.truncations.get(agent, False)
        mask = self.game.action_mask() if acts else np.zeros(self.game.action_count, np.int8)
        return {"observation": self.game.observation(player), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes a step for whoever has it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is only for agents whose game is over")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        allowed = int(action) in self.game.legal_actions()
        try:
            self.game.step(int(action))
            self.steps += 1
            self._go_on()
        except DraughtsmanError as error:
            if not allowed:
                raise
            # What follows is beyond the limits of the language: a list of more than 100,000 moves, say.
            self.truncations = dict.fromkeys(self.agents, True)
            self.infos = {agent: {"limit": str(error)} for agent in self.agents}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        self.game.step_chance(self._seed)
        if self.game.is_over:
            worth = self.game.returns()
            self.rewards = {agent: worth[player] for player, agent in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.steps >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.game.actor]

    def render(self) -> Any:
        """The board as the last agent sees it who decides: printed, a text, or a picture in SVG."""
        if self.render_mode is None:
            return None
        player = self.game.actor if self.game.actor >= 0 else 0
        shown = self.game.view("svg" if self.render_mode == "svg" else "text", player)
        if self.render_mode == "human":
            print(shown)
            return None
        return shown

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def _rules(variant: str | os.PathLike[str] | Rules, options: Iterable[str]) -> Rules:
    if not isinstance(variant, Rules):
        return Rules.load(variant, options)
    if chosen(options):
        raise wrong("`options` go with a name or a path: rules have been loaded with theirs")
    return variant

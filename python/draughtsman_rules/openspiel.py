"""OpenSpiel games for any variant.

    import pyspiel
    from draughtsman_rules import openspiel          # registers the bundled variants
    game = pyspiel.load_game("draughtsman_english")

Hyphens in names become underscores. Chance is explicit: rolls, deals, what an unseen token turns out to be, and which of several
things that look alike a player has taken. Rule files of one's own are registered by `register`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from ._answers import DraughtsmanError, at_least, wrong
from .rules import Rules, variants
from .steps import CHANCE, OVER, Steps

LIMIT = 2000
"""Steps of players after which a game is cut off, as a draw; the parameter `limit` of every game says another number."""


def register(rules: Rules, short_name: str | None = None) -> str:
    """Registers a game by these rules; its short name, by which `pyspiel.load_game` finds it.

    Raises `ValueError` if the name is taken.
    """
    name = short_name or f"draughtsman_{rules.name.replace('-', '_')}"
    if name in pyspiel.registered_names():
        raise ValueError(f"there is a game {name} already")
    kind = _game_type(rules, name)
    # What a process registers stays: a class for each game.
    _games[name] = type("DraughtsmanGame", (_Game,), {"rules": rules, "kind": kind})
    pyspiel.register_game(kind, _games[name])
    return name


_games: dict[str, type[_Game]] = {}
"""What this process has registered, by short names."""


def register_bundled() -> list[str]:
    """Registers every bundled variant that is not yet; the short names of all."""
    names = [f"draughtsman_{name.replace('-', '_')}" for name in variants()]
    known = set(pyspiel.registered_names())
    for variant, name in zip(variants(), names):
        if name not in known:
            register(Rules.load(variant), name)
    return names


def _game_type(rules: Rules, name: str) -> Any:
    of = pyspiel.GameType
    opposed = len(rules.players) == 2 and rules.players[0]["side"] != rules.players[1]["side"]
    return of(
        short_name=name,
        long_name=f"{rules.title} (Draughtsman)",
        dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.EXPLICIT_STOCHASTIC if rules.draws else of.ChanceMode.DETERMINISTIC,
        information=of.Information.IMPERFECT_INFORMATION if rules.hides else of.Information.PERFECT_INFORMATION,
        utility=of.Utility.ZERO_SUM if opposed else of.Utility.GENERAL_SUM,
        reward_model=of.RewardModel.TERMINAL,
        max_num_players=len(rules.players),
        min_num_players=len(rules.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"limit": LIMIT},
    )


class _Game(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game by the rules of its class."""

    rules: Rules
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.limit = at_least(1, limit=int(given.get("limit", LIMIT)))
        self.start = self.rules.game().steps()
        zero_sum = self.kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.action_count,
            max_chance_outcomes=self.start.action_count if self.rules.draws else 0,
            num_players=len(self.rules.players),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=self.limit,
        )
        super().__init__(self.kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (self.rules, self.kind.short_name, self.get_parameters()))

    def new_initial_state(self) -> _State:
        """The start of the rules."""
        return _State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer | None:
        """What one player sees, or has seen; what all see alone, or one alone, is not told apart."""
        if params:
            raise ValueError(f"these observations have no parameters: {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return _Observer(self.start, wanted.perfect_recall)


def _again(rules: Rules, name: str, parameters: dict[str, Any]) -> Any:
    """A game that was pickled; it is registered where it is not yet."""
    if name not in _games:
        register(rules, name)
    if _games[name].rules.fingerprint != rules.fingerprint:
        raise wrong(f"the game {name} that is registered here has other rules than the one that was pickled")
    return pyspiel.load_game(name, parameters)


def _state_again(game: _Game, history: list[int]) -> Any:
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


class _State(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A game in numbered steps."""

    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.limit = game.limit
        self.steps: Steps = game.start.copy()
        self.own: list[list[int]] = [[] for _ in game.rules.players]
        self.beyond = False

    def __reduce__(self) -> tuple[Any, ...]:
        return (_state_again, (self.get_game(), self.history()))

    def _cut_off(self) -> bool:
        return self.beyond or (self.steps.actor >= 0 and sum(map(len, self.own)) >= self.limit)

    def current_player(self) -> int:
        """Who takes the next step."""
        actor = self.steps.actor
        if actor == OVER or self._cut_off():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.steps.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The steps of chance, and how likely each is."""
        return self.steps.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        actor = self.steps.actor
        allowed = action in self.steps.legal_actions()
        try:
            self.steps.step(action)
        except DraughtsmanError:
            if not allowed:
                raise
            # What follows is beyond the limits of the language: a list of more than 100,000 moves, say.
            self.beyond = True
        if actor >= 0:
            self.own[actor].append(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.steps.action_text(action)

    def is_terminal(self) -> bool:
        """Whether it is over, or cut off."""
        return self.steps.actor == OVER or self._cut_off()

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has lost."""
        return self.steps.returns()

    def __str__(self) -> str:
        taken = [self.steps.action_text(action) for action in self.history()]
        return f"{self.steps.view('text')}{' '.join(taken)}"


class _Observer:
    """What one player sees of a state."""

    def __init__(self, start: Steps, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        self.tensor: np.ndarray[Any, Any] | None = None
        if not perfect_recall:
            self.tensor = np.zeros(start.observation_length, np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: _State, player: int) -> None:
        """Writes what the player sees into `tensor`."""
        if self.tensor is not None:
            state.steps.observation(player, out=self.tensor)

    def string_from(self, state: _State, player: int) -> str:
        """What the player sees, or knows who forgets nothing, as a text."""
        if self.perfect_recall:
            return state.steps.information_text(player, state.own[player])
        return state.steps.observation_text(player)


register_bundled()

"""Work shared among the nodes of a Ray cluster.

    from draughtsman_rules import Rules, cluster
    cluster.simulate(Rules.load("english"), 1_000_000, checkpoints="s3://bucket/english")

Work is cut into shards by the numbers of games, each shard is a Ray task on one core, and what comes of them is put together in the
order of their numbers. A game depends on the seed and its number only, so the totals are those of one machine, bit for bit, whatever
nodes there are, also where one dies: its shards are worked on elsewhere. (Agents that play by the clock aside.)

With `checkpoints`, a folder of any file system that fsspec knows, each shard is saved when it is done, and work that was broken off
goes on where it was. Rules that were read from a file have to be at the same path on every node; rules given as text need nothing.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, SupportsIndex, cast

import fsspec
import ray

from ._answers import at_least, call, wrong, written
from ._types import Match, Simulation
from .rules import Agents, Rules, by_player, rounds_of
from .steps import Steps

Progress = Callable[[int, int], None]
"""Told how many games are done, and of how many."""


@dataclass(frozen=True)
class _Work:
    """Games with the numbers from 0 on, and what is to be done with them."""

    kind: str
    rules: Rules
    what: dict[str, Any]
    count: int
    shard: int
    folder: str | None = None
    shared: Any = None

    def told(self) -> dict[str, Any]:
        """What a folder of checkpoints belongs to: how many games there are is not of it, so more can follow."""
        fingerprint = f"{self.rules.fingerprint:016x}"
        return {"kind": self.kind, "variant": self.rules.name, "rules": fingerprint, "shard": self.shard, **self.what}

    def shards(self) -> list[tuple[int, int]]:
        """The first number of each shard, and how many games it has."""
        return [(first, min(self.shard, self.count - first)) for first in range(0, self.count, self.shard)]


def simulate(
    rules: Rules,
    games: SupportsIndex,
    *,
    agents: Agents = "random",
    seed: SupportsIndex = 0,
    limit: SupportsIndex = 2000,
    shard: SupportsIndex = 1000,
    checkpoints: str | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """`Rules.simulate` on a cluster: the same totals. `cpu_seconds` is processor time of all nodes, in seconds.

    `shard` games are one task: some seconds' worth is right. Raises as `Rules.simulate`, and `DraughtsmanError` where the checkpoints
    are those of other work, or a number is none that can be meant.
    """
    work = _simulation(rules, games, agents, seed, limit, shard, checkpoints)
    return _counted(work, _run([work], progress)[0])


def sweep(
    variants: Iterable[Rules],
    games: SupportsIndex,
    *,
    agents: Iterable[Agents] = ("random",),
    seed: SupportsIndex = 0,
    limit: SupportsIndex = 2000,
    shard: SupportsIndex = 1000,
    checkpoints: str | None = None,
    progress: Progress | None = None,
) -> list[Simulation]:
    """`simulate` of each rules with each agents, all at once: rules first, then agents. Each has a folder of its own for checkpoints."""
    pairs = [(rules, who) for who_all in [list(agents)] for rules in variants for who in who_all]
    folders = [f"{checkpoints}/{place:04d}" if checkpoints else None for place in range(len(pairs))]
    works = [_simulation(rules, games, who, seed, limit, shard, at) for (rules, who), at in zip(pairs, folders)]
    return [_counted(work, parts) for work, parts in zip(works, _run(works, progress))]


def match(
    rules: Rules,
    agent: str,
    opponent: str,
    games: SupportsIndex,
    *,
    opening: SupportsIndex = 6,
    seed: SupportsIndex = 0,
    limit: SupportsIndex = 400,
    shard: SupportsIndex = 4,
    checkpoints: str | None = None,
    progress: Progress | None = None,
) -> Match:
    """`draughtsman match` on a cluster: the same score. `shard` openings are one task; each is played once for each side."""
    what = {"agent": agent, "opponent": opponent, "opening": opening, "seed": seed, "limit": limit}
    work = _Work("match", rules, what, rounds_of(rules, games), at_least(1, shard=shard), checkpoints)
    parts = _run([work], progress)[0]
    rounds = [one for part in parts for one in part["rounds"]]
    told = json.loads(call(rules._core.matched, json.dumps(rounds), agent, opponent, opening, seed, limit))
    return cast(Match, {**told, "cpu_seconds": _seconds(parts)})


@dataclass
class Policy:
    """What was learnt: for each observation of a player how often each step was taken, and the returns that came of it, added up."""

    rules: Rules
    values: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)

    def action(self, steps: Steps, chance: random.Random, explore: float = 0.0) -> int:
        """The step with the best mean return so far, one never taken counting 0; any with the probability `explore`."""
        legal = steps.legal_actions()
        if len(legal) == 1:
            return legal[0]
        known = self.values.get(steps.observation_text(steps.actor), {})
        if not known or chance.random() < explore:
            return legal[int(chance.random() * len(legal))]
        return max(legal, key=lambda action: known[action][1] / known[action][0] if action in known else 0.0)

    def learn(self, more: dict[str, dict[int, tuple[int, int]]]) -> None:
        """Adds what was seen elsewhere: whole numbers, so the order does not matter."""
        for seen, actions in more.items():
            here = self.values.setdefault(seen, {})
            for action, (times, returns) in actions.items():
                before = here.get(action, (0, 0))
                here[action] = (before[0] + times, before[1] + returns)

    def save(self, path: str) -> None:
        """Writes it, as JSON, to a path or a URL that fsspec knows."""
        told = {"variant": self.rules.name, "rules": f"{self.rules.fingerprint:016x}", "values": self.values}
        with fsspec.open(path, "w") as file:
            json.dump(told, file, sort_keys=True)

    @staticmethod
    def load(path: str, rules: Rules) -> Policy:
        """Reads it. Raises `DraughtsmanError` if it is none, or was learnt by other rules."""
        with fsspec.open(path) as file:
            told = json.load(file)
        if not isinstance(told, dict) or not {"variant", "rules", "values"} <= told.keys():
            raise wrong(f"{path} is no policy that `save` has written")
        if told["rules"] != f"{rules.fingerprint:016x}":
            raise wrong(f"{path} was learnt by other rules, those of {told['variant']}")
        return Policy(rules, _values(told["values"]))


def train(
    rules: Rules,
    games: SupportsIndex,
    *,
    rounds: SupportsIndex = 10,
    explore: float = 0.2,
    seed: SupportsIndex = 0,
    limit: SupportsIndex = 2000,
    shard: SupportsIndex = 200,
    checkpoints: str | None = None,
    progress: Progress | None = None,
) -> Policy:
    """Learns by playing against itself, by Monte Carlo control (Sutton and Barto, *Reinforcement Learning*, 5.4) in a table.

    Each of `rounds` plays `games` games by what was learnt before it, and adds up what came of each step: whole numbers, so that the
    policy is the same on any nodes. It is for small rule files: the table has a row for each observation that was met.
    """
    policy, each, times = Policy(rules), at_least(0, games=games), at_least(0, rounds=rounds)
    at_least(0, limit=limit)
    if not 0 <= explore <= 1:
        raise wrong(f"`explore` is a probability, from 0 to 1, and not {explore}")
    for number in range(times):
        what = {"seed": seed, "limit": limit, "explore": explore, "round": number}
        folder = f"{checkpoints}/{number:04d}" if checkpoints else None
        work = _Work("train", rules, what, each, at_least(1, shard=shard), folder, policy.values)

        def told(done: int, of: int, before: int = number * each) -> None:
            if progress:
                progress(before + done, times * of)

        for part in _run([work], told)[0]:
            policy.learn(_values(part["values"]))
    return policy


def _simulation(
    rules: Rules,
    games: SupportsIndex,
    agents: Agents,
    seed: SupportsIndex,
    limit: SupportsIndex,
    shard: SupportsIndex,
    folder: str | None,
) -> _Work:
    what = {"agents": by_player(agents), "seed": seed, "limit": limit}
    return _Work("simulate", rules, what, at_least(0, games=games), at_least(1, shard=shard), folder)


def _counted(work: _Work, parts: list[Any]) -> Simulation:
    tallies = [json.dumps(part["tally"]) for part in parts]
    what = work.what
    told = json.loads(call(work.rules._core.counted, tallies, what["agents"], what["seed"], what["limit"]))
    return cast(Simulation, {**told, "cpu_seconds": _seconds(parts)})


def _seconds(parts: list[Any]) -> float:
    return round(sum(float(part["cpu_seconds"]) for part in parts), 6)


def _values(table: dict[str, dict[str, Any]]) -> dict[str, dict[int, tuple[int, int]]]:
    return {seen: {int(action): (pair[0], pair[1]) for action, pair in actions.items()} for seen, actions in table.items()}


def _shard(kind: str, rules: Rules, what: dict[str, Any], first: int, count: int, shared: Any) -> dict[str, Any]:
    """What comes of one shard, as it is saved."""
    began = time.process_time()
    core = rules._core
    if kind == "simulate":
        agents = [(player, agent) for player, agent in what["agents"]]
        text = call(core.tally, count, what["seed"], agents, what["limit"], 1, first)
        part: dict[str, Any] = {"tally": json.loads(text)}
    elif kind == "match":
        wanted = (what["agent"], what["opponent"], what["opening"], what["seed"], what["limit"])
        part = {"rounds": json.loads(call(core.rounds, *wanted, first, count, 1))}
    else:
        part = {"values": _episodes(rules, what, first, count, shared)}
    return {**part, "cpu_seconds": round(time.process_time() - began, 6)}


def _episodes(rules: Rules, what: dict[str, Any], first: int, count: int, values: Any) -> Any:
    """Games of a policy against itself, and what came of its steps."""
    policy, seen = Policy(rules, values), Policy(rules)
    start = rules.game().steps()
    for number in range(first, first + count):
        chance = random.Random(f"{what['seed']}/{what['round']}/{number}")
        steps = start.copy()
        taken: list[tuple[int, str, int]] = []
        seed = chance.getrandbits(64)
        steps.step_chance(seed)
        while not steps.is_over and len(taken) < what["limit"]:
            action = policy.action(steps, chance, what["explore"])
            taken.append((steps.actor, steps.observation_text(steps.actor), action))
            steps.step(action)
            steps.step_chance(seed)
        returns = [int(worth) for worth in steps.returns()]
        for player, observation, action in taken:
            seen.learn({observation: {action: (1, returns[player])}})
    return seen.values


LOOK = 5.0
"""Seconds after which the size of the cluster is asked for again."""

_remote = ray.remote(max_retries=-1, num_cpus=1)(_shard)


def _run(works: Sequence[_Work], progress: Progress | None) -> list[list[Any]]:
    """The parts of each work, in order: those that are saved, and those that Ray tasks make."""
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    stores = [_Store(work) for work in works]
    parts: list[dict[int, Any]] = [store.saved() for store in stores]
    missing: Iterator[tuple[int, int, int]] = (
        (place, first, count)
        for place, work in enumerate(works)
        for first, count in work.shards()
        if first not in parts[place]
    )
    # Only what was learnt is worth an object of its own, which a task has to fetch.
    shared = [work.shared if work.shared is None else ray.put(work.shared) for work in works]
    whole = sum(work.count for work in works)
    done = sum(count for place, work in enumerate(works) for first, count in work.shards() if first in parts[place])
    under_way: dict[Any, tuple[int, int, int]] = {}
    most, asked = 0, float("-inf")
    while True:
        # As many as keep every core busy: the cluster may have grown.
        if time.monotonic() - asked > LOOK:
            most, asked = 2 * max(1, int(ray.cluster_resources().get("CPU", 1))), time.monotonic()
        while len(under_way) < most and (following := next(missing, None)):
            place, first, count = following
            work = works[place]
            task = _remote.remote(work.kind, work.rules, work.what, first, count, shared[place])
            under_way[task] = following
        if progress:
            progress(done, whole)
        if not under_way:
            break
        ready, _ = ray.wait(list(under_way), timeout=LOOK)
        for task in ready:
            place, first, count = under_way.pop(task)
            part = ray.get(task)
            stores[place].save(first, part)
            parts[place][first] = part
            done += count
    return [[parts[place][first] for first, _ in work.shards()] for place, work in enumerate(works)]


class _Store:
    """The checkpoints of one work, if it has any."""

    def __init__(self, work: _Work) -> None:
        self.work = work
        if work.folder is None:
            return
        self.files, self.path = fsspec.core.url_to_fs(work.folder)
        self.files.makedirs(self.path, exist_ok=True)
        told, at = json.loads(written(work.told())), f"{self.path}/work.json"
        if self.files.exists(at):
            with self.files.open(at, "r") as file:
                known = json.load(file)
            if known != told:
                raise wrong(f"{work.folder} has the checkpoints of other work: {known}")
        else:
            self._write(at, told)

    def _name(self, first: int, count: int) -> str:
        return f"{self.path}/{first:012d}-{count}.json"

    def _write(self, at: str, told: Any) -> None:
        # Whole or not at all: what was broken off has another name.
        with self.files.open(f"{at}.part", "w") as file:
            json.dump(told, file)
        self.files.mv(f"{at}.part", at)

    def saved(self) -> dict[int, Any]:
        """The parts that are there already, by their first number."""
        if self.work.folder is None:
            return {}
        there = {str(name).rsplit("/", 1)[-1] for name in self.files.ls(self.path, detail=False)}
        parts = {}
        for first, count in self.work.shards():
            if self._name(first, count).rsplit("/", 1)[-1] in there:
                with self.files.open(self._name(first, count), "r") as file:
                    parts[first] = json.load(file)
        return parts

    def save(self, first: int, part: Any) -> None:
        """Saves a part, if there is a folder."""
        if self.work.folder is not None:
            count = dict(self.work.shards())[first]
            self._write(self._name(first, count), part)

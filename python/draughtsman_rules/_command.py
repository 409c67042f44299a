"""The command `python -m draughtsman_rules cluster …`."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Sequence
from typing import Any

from .cluster import match, simulate, sweep, train
from .rules import Rules


def main(arguments: Sequence[str] | None = None) -> int:
    """`python -m draughtsman_rules cluster …`: prints what comes of it as JSON; progress goes to standard error."""
    parser = argparse.ArgumentParser(prog="python -m draughtsman_rules cluster", description=main.__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--option", action="append", default=[], help="as of `draughtsman simulate`; may be given several times")
    common.add_argument("--games", type=int, default=1000)
    common.add_argument("--seed", type=int, default=0)
    common.add_argument("--limit", type=int, help="cut a game off after so many decisions")
    common.add_argument("--shard", type=int, help="so many games (of a match, openings) are one task")
    common.add_argument("--checkpoints", help="a folder, or a URL that fsspec knows")
    one = verbs.add_parser("simulate", parents=[common], help="many games counted")
    one.add_argument("variant")
    several = verbs.add_parser("sweep", parents=[common], help="the same of several variants")
    several.add_argument("variant", nargs="+")
    for verb in (one, several):
        verb.add_argument("--agent", default="random")
    contest = verbs.add_parser("match", parents=[common], help="two agents against each other")
    contest.add_argument("variant")
    contest.add_argument("agent")
    contest.add_argument("opponent")
    learner = verbs.add_parser("train", parents=[common], help="learn by playing against itself")
    learner.add_argument("variant")
    learner.add_argument("output", help="where the policy is written")
    learner.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args(arguments)
    names = given.variant if isinstance(given.variant, list) else [given.variant]
    rules = [Rules.load(name, given.option) for name in names]
    settings: dict[str, Any] = {"seed": given.seed, "checkpoints": given.checkpoints, "progress": _show}
    settings |= {name: value for name in ("limit", "shard") if (value := getattr(given, name)) is not None}
    # What Ray says of its nodes is no part of the answer.
    with contextlib.redirect_stdout(sys.stderr):
        answer = _asked(given, rules, settings)
    print(json.dumps(answer))
    return 0


def _asked(given: argparse.Namespace, rules: list[Rules], settings: dict[str, Any]) -> Any:
    """What a verb comes to."""
    if given.verb == "simulate":
        return simulate(rules[0], given.games, agents=given.agent, **settings)
    if given.verb == "sweep":
        return sweep(rules, given.games, agents=[given.agent], **settings)
    if given.verb == "match":
        return match(rules[0], given.agent, given.opponent, given.games, **settings)
    policy = train(rules[0], given.games, rounds=given.rounds, **settings)
    policy.save(given.output)
    return {"variant": rules[0].name, "observations": len(policy.values), "output": given.output}


def _show(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {of} games", end="\n" if done == of else "", file=sys.stderr, flush=True)

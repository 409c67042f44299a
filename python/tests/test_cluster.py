"""Work on a Ray cluster: the totals are those of one machine, whatever becomes of the nodes."""

import json
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import HERE

ray = pytest.importorskip("ray")
fsspec = pytest.importorskip("fsspec")
from ray.cluster_utils import Cluster  # noqa: E402

from draughtsman_rules import DraughtsmanError, Rules, _command, cluster  # noqa: E402

HEXAPAWN = HERE / "rules" / "hexapawn.draughts"


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A cluster of three nodes on this machine, with one core each."""
    started = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    for _ in range(2):
        started.add_node(num_cpus=1)
    ray.init(address=started.address, log_to_driver=False)
    yield started
    ray.shutdown()
    started.shutdown()


def without_time(told: Any) -> Any:
    """What does not depend on the machine."""
    return {name: value for name, value in told.items() if name != "cpu_seconds"}


def test_totals_are_those_of_one_machine(nodes: Any) -> None:
    rules, told = Rules.load("english"), []
    here = rules.simulate(2500, seed=7)
    there = cluster.simulate(rules, 2500, seed=7, shard=300, progress=lambda done, of: told.append((done, of)))
    assert without_time(there) == without_time(here)
    assert told[0][0] == 0 and told[-1] == (2500, 2500)
    seats = {"White": "greedy", "Black": "random"}
    assert without_time(cluster.simulate(rules, 40, agents=seats, shard=7)) == without_time(rules.simulate(40, agents=seats))


def test_numbers_that_nobody_can_mean_are_refused() -> None:
    rules = Rules.load("english")
    asked: dict[str, Callable[[], Any]] = {
        "`shard` is at least 1": lambda: cluster.simulate(rules, 10, shard=-1),
        "`games` is at least 0": lambda: cluster.simulate(rules, -1),
        "`shard` is at least 1, and not 0": lambda: cluster.match(rules, "random", "random", 10, shard=0),
        "`rounds` is at least 0": lambda: cluster.train(rules, 10, rounds=-1),
        "`explore` is a probability": lambda: cluster.train(rules, 10, explore=2.0),
    }
    for match, ask in asked.items():
        with pytest.raises(DraughtsmanError, match=match):
            ask()


def test_a_match_is_that_of_one_machine(nodes: Any) -> None:
    rules = Rules.load("english")
    here = rules.match("greedy", "random", 30, seed=3)
    assert here["games"] == 30 and here["score"] > 0.5
    assert without_time(cluster.match(rules, "greedy", "random", 30, seed=3)) == without_time(here)


def test_a_sweep_is_each_of_its_simulations(nodes: Any) -> None:
    variants = [Rules.load("thai"), Rules.from_text(HEXAPAWN.read_text(), "hexapawn")]
    told = cluster.sweep(variants, 60, agents=["random", "greedy"], shard=25)
    assert [(one["variant"], one["agent"]) for one in told] == [
        ("thai", "random"), ("thai", "greedy"), ("hexapawn", "random"), ("hexapawn", "greedy")
    ]
    assert without_time(told[3]) == without_time(variants[1].simulate(60, agents="greedy"))


def killing(nodes: Any) -> tuple[Callable[[int, int], None], threading.Event]:
    """One of the three nodes, without a warning, as soon as some of the work is done."""
    doomed, killed = next(iter(nodes.worker_nodes)), threading.Event()

    def kill(done: int, of: int) -> None:
        if 0 < done < of and not killed.is_set():
            killed.set()
            nodes.remove_node(doomed, allow_graceful=False)

    return kill, killed


@pytest.fixture
def mended(nodes: Any) -> Iterator[Any]:
    """The cluster, which has three nodes again afterwards."""
    yield nodes
    for _ in range(2 - len(nodes.worker_nodes)):
        nodes.add_node(num_cpus=1)


def test_a_node_is_killed_in_the_midst(mended: Any) -> None:
    rules = Rules.load("international")
    kill, killed = killing(mended)
    there = cluster.simulate(rules, 300, agents="level:2", seed=5, shard=10, progress=kill)
    assert killed.is_set()
    assert without_time(there) == without_time(rules.simulate(300, agents="level:2", seed=5, threads=2))


def test_a_node_is_killed_in_the_midst_of_a_match_and_of_learning(mended: Any) -> None:
    rules = Rules.load("english")
    kill, killed = killing(mended)
    there = cluster.match(rules, "level:2", "random", 60, seed=3, shard=2, progress=kill)
    assert killed.is_set()
    assert without_time(there) == without_time(rules.match("level:2", "random", 60, seed=3, threads=2))
    mended.add_node(num_cpus=1)
    hexapawn = Rules.load(HEXAPAWN)
    kill, killed = killing(mended)
    learnt = cluster.train(hexapawn, 400, rounds=2, seed=1, shard=20, progress=kill)
    assert killed.is_set()
    assert learnt.values == cluster.train(hexapawn, 400, rounds=2, seed=1, shard=400).values


def test_broken_off_work_goes_on(nodes: Any, tmp_path: Path) -> None:
    rules, folder = Rules.load("english"), (tmp_path / "work").as_uri()

    class Enough(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done >= of // 2:
            raise Enough

    with pytest.raises(Enough):
        cluster.simulate(rules, 3000, seed=1, shard=100, checkpoints=folder, progress=stop)
    saved = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "work").glob("*-100.json")}
    assert 15 <= len(saved) < 30
    whole = cluster.simulate(rules, 3000, seed=1, shard=100, checkpoints=folder)
    assert without_time(whole) == without_time(rules.simulate(3000, seed=1))
    now = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "work").glob("*-100.json")}
    assert len(now) == 30 and all(now[name] == at for name, at in saved.items()), "what is saved is not played again"
    more = cluster.simulate(rules, 3100, seed=1, shard=100, checkpoints=folder)
    assert without_time(more) == without_time(rules.simulate(3100, seed=1))
    with pytest.raises(ValueError, match="other work"):
        cluster.simulate(rules, 3000, seed=2, shard=100, checkpoints=folder)


@pytest.mark.parametrize("verb", ["sweep", "match", "train"])
def test_all_work_goes_on_where_it_was_broken_off(nodes: Any, tmp_path: Path, verb: str) -> None:
    rules, folder = Rules.load(HEXAPAWN), (tmp_path / "work").as_uri()
    work: dict[str, Callable[..., Any]] = {
        "sweep": lambda **more: cluster.sweep([rules], 60, agents=["random", "greedy"], shard=10, **more),
        "match": lambda **more: cluster.match(rules, "greedy", "random", 60, shard=5, **more),
        "train": lambda **more: cluster.train(rules, 60, rounds=2, shard=10, **more).values,
    }

    class Enough(Exception):
        pass

    def stop(done: int, of: int) -> None:
        if done >= of * 2 // 3:
            raise Enough

    with pytest.raises(Enough):
        work[verb](checkpoints=folder, progress=stop)
    saved = {path: path.stat().st_mtime_ns for path in (tmp_path / "work").rglob("*-*.json")}
    assert saved
    told = work[verb](checkpoints=folder)
    assert all(path.stat().st_mtime_ns == at for path, at in saved.items()), "what is saved is not played again"
    assert len(list((tmp_path / "work").rglob("*-*.json"))) > len(saved), "and there was more to do"
    timeless = {"sweep": lambda told: [without_time(one) for one in told], "match": without_time, "train": dict}[verb]
    assert timeless(told) == timeless(work[verb]())


def test_checkpoints_go_to_any_folder_that_fsspec_knows(nodes: Any) -> None:
    rules = Rules.load("english")
    whole = cluster.simulate(rules, 600, seed=4, shard=200, checkpoints="memory://work")
    files = fsspec.filesystem("memory")
    saved = sorted(str(name).rsplit("/", 1)[-1] for name in files.ls("/work", detail=False))
    assert saved == ["000000000000-200.json", "000000000200-200.json", "000000000400-200.json", "work.json"]
    files.rm("/work/000000000200-200.json")
    assert without_time(cluster.simulate(rules, 600, seed=4, shard=200, checkpoints="memory://work")) == without_time(whole)


def test_what_is_learnt_is_the_same_on_any_nodes(nodes: Any, tmp_path: Path) -> None:
    rules = Rules.load(HEXAPAWN)
    policy = cluster.train(rules, 400, rounds=4, seed=1, shard=50)
    assert policy.values == cluster.train(rules, 400, rounds=4, seed=1, shard=400).values
    policy.save(str(tmp_path / "policy.json"))
    again = cluster.Policy.load(str(tmp_path / "policy.json"), rules)
    assert again.values == policy.values
    (tmp_path / "none.json").write_text("{}")
    with pytest.raises(DraughtsmanError, match="no policy"):
        cluster.Policy.load(str(tmp_path / "none.json"), rules)
    with pytest.raises(ValueError, match="other rules"):
        cluster.Policy.load(str(tmp_path / "policy.json"), Rules.load("english"))
    chance, won = random.Random(1), 0
    for _ in range(200):
        steps = rules.game().steps()
        while not steps.is_over:
            legal = steps.legal_actions()
            steps.step(again.action(steps, chance) if steps.actor == 1 else chance.choice(legal))
        won += steps.returns()[1] == 1
    assert won > 180, won


def asked(*words: str) -> Any:
    """What the command line answers."""
    command = [sys.executable, "-m", "draughtsman_rules", "cluster", *words]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=HERE)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_only_the_answer_is_on_standard_output(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*_: Any, **__: Any) -> dict[str, int]:
        print("(raylet) a node is slow")
        return {"games": 1}

    monkeypatch.setattr(_command, "simulate", told)
    assert _command.main(["simulate", "english"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"games": 1}
    assert "a node is slow" in err


def test_the_command_line_says_the_same(nodes: Any, tmp_path: Path) -> None:
    english, hexapawn = Rules.load("english"), Rules.load(HEXAPAWN)
    folder = (tmp_path / "work").as_uri()
    for games in ("30", "50"):
        # The second time it goes on.
        told = asked("simulate", "english", "--games", games, "--seed", "7", "--shard", "10", "--checkpoints", folder)
    assert without_time(told) == without_time(english.simulate(50, seed=7))
    told = asked("sweep", "english", str(HEXAPAWN), "--games", "20", "--agent", "greedy")
    assert [without_time(one) for one in told] == [without_time(rules.simulate(20, agents="greedy")) for rules in (english, hexapawn)]
    told = asked("match", str(HEXAPAWN), "greedy", "random", "--games", "20", "--seed", "3")
    assert without_time(told) == without_time(hexapawn.match("greedy", "random", 20, seed=3))
    path = str(tmp_path / "policy.json")
    told = asked("train", str(HEXAPAWN), path, "--games", "100", "--rounds", "2", "--seed", "1")
    learnt = cluster.train(hexapawn, 100, rounds=2, seed=1)
    assert (cluster.Policy.load(path, hexapawn).values, told["observations"]) == (learnt.values, len(learnt.values))


def test_the_command_line_says_how_it_is_used() -> None:
    ran = subprocess.run([sys.executable, "-m", "draughtsman_rules"], capture_output=True, text=True, cwd=HERE)
    assert ran.returncode == 1 and "usage" in ran.stderr

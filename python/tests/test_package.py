"""Rules, games and errors, as `draughtsman session` has them."""

import copy
import dataclasses
import inspect
import json
import pickle
import signal
import threading
import time
from typing import Any

import pytest
from conftest import HERE, VARIANTS

import draughtsman_rules as draughtsman
from draughtsman_rules import DraughtsmanError, Game, Rules, RulesError

HIDE = str(HERE / "rules" / "hide.draughts")


def test_every_bundled_variant_loads_and_tells_what_it_is() -> None:
    assert len(VARIANTS) >= 26
    for name in VARIANTS:
        rules = draughtsman.load(name)
        assert (rules.name, len(rules.players) >= 2, bool(rules.kinds)) == (name, True, True)


def test_a_game_is_played_taken_back_and_played_again() -> None:
    game = Game("english", seed=7)
    assert [game.play(move) for move in ("11-15", "22-18", "15x22")] == ["11-15", "22-18", "15x22"]
    assert (game.ply, game.player, game.played()) == (3, "White", ["11-15", "22-18", "15x22"])
    assert game.undo(2) == ["15x22", "22-18"]
    assert (game.ply, game.redo()) == (1, ["22-18"])
    other = copy.copy(game)
    other.play("15x22")
    assert (game.ply, other.ply) == (2, 3)


def test_positions_are_dictionaries_of_the_documented_json() -> None:
    game = Game("english")
    game.set_position({"player": "White", "board": {"21": "White man", "30": "White king", "1": "Black man"}})
    position = game.position()
    assert position["board"]["30"] == {"owner": "White", "kind": "king"}
    assert game.view("fen") == "W:W21,K30:B1"
    again = Game("english")
    again.set_position(position)
    assert again.position() == position
    assert again.set_position("B:W21:B1:H3") == [] and again.player == "Black"
    with pytest.raises(DraughtsmanError, match="not on the board"):
        game.set_position("B:W33:B1")
    assert game.view("fen") == "W:W21,K30:B1", "what cannot be read changes nothing"


def test_moves_have_their_squares_and_what_they_lead_to() -> None:
    game = Game("english")
    game.set_position("B:W18:B14,15")
    moves = {move["text"]: move for move in game.moves(after=True)}
    assert {text: (move["from"], move["to"], move["captures"]) for text, move in moves.items()} == {
        "14x23": ("14", "23", ["18"]),
        "15x22": ("15", "22", ["18"]),
    }
    assert "18" not in moves["14x23"]["after"]["board"]
    assert game.explain("14-17")["answer"] == "barred"
    assert [line["move"] for line in game.explain()["moves"]] == list(moves)


def test_seats_see_what_is_theirs() -> None:
    game = Game(HIDE, seed=3)
    game.play_chance()
    south, north = game.position("South"), game.position("North")
    assert north["piles"]["hand"]["South"] == {"?1": 2}
    assert set(south["piles"]["hand"]["South"]) <= {"red ?1", "black ?1"}
    assert all("?" not in move["text"] for move in game.moves("South"))
    with pytest.raises(DraughtsmanError, match="accepted: South, North"):
        game.position("West")


def test_the_same_seed_gives_the_same_game() -> None:
    def played(seed: int) -> list[str | None]:
        game = Game("warp", seed=seed)
        while not game.is_over and game.ply < 40:
            game.agent("random", play=True)
        return game.played()

    assert played(1) == played(1) != played(2)


def test_agents_perft_and_forms() -> None:
    game = Game("english")
    assert game.agent("level:3") in {move["text"] for move in game.moves()}
    assert sum(game.divide(4).values()) == game.perft(4) == 1469
    with pytest.raises(DraughtsmanError, match="accepted: random, greedy"):
        game.agent("stockfish")
    assert game.view("text", flip=True) != str(game) == game.view("text")
    for picture in (game._repr_svg_(), game.rules._repr_svg_(), game.steps()._repr_svg_(), game.picture(arrows=[("11", "15")])):
        assert picture.startswith("<svg")
    assert json.loads(game.view("json")) == game.position()
    assert "<html" in game.book()


def test_mistakes_in_rules_are_told_with_their_places() -> None:
    text = '+++\nname = "Mine"\nextends = "english"\n+++\nmovement {\n  add man may stpe forward\n}\n'
    with pytest.raises(RulesError) as found:
        draughtsman.from_text(text, "mine")
    first = found.value.diagnostics[0]
    assert (first["severity"], first["file"], first["span"]["line"]) == ("error", "mine.draughts", 6)
    assert f"mine.draughts:6:{first['span']['column']}: {first['code']}" in str(found.value)
    assert [one["code"] for one in draughtsman.check(text, "mine")] == [one["code"] for one in found.value.diagnostics]
    assert draughtsman.check(draughtsman.source("english"), "english") == []
    with pytest.raises(DraughtsmanError, match="english"):
        Rules.load("englich")
    with pytest.raises(DraughtsmanError):
        Rules.load("english", ["no-such-option"])


def test_options_change_the_rules() -> None:
    plain, changed = Rules.load("english"), Rules.load("english", ["idle-limit=50"])
    assert (plain.options, changed.options) == ([], ["idle-limit=50"])
    assert plain.fingerprint == Rules.load("english").fingerprint != changed.fingerprint


def test_parents_are_found_beside_a_text(tmp_path: Any) -> None:
    (tmp_path / "uncle.draughts").write_text(draughtsman.source("english"))
    child = '+++\nname = "Child"\nextends = "uncle"\n+++\n'
    assert Rules.from_text(child, "child", folder=tmp_path).game().perft(3) == 302
    assert draughtsman.check(child, "child", folder=tmp_path) == []
    assert [found["code"] for found in draughtsman.check(child, "child")] == ["E0223"]
    with pytest.raises(RulesError):
        Rules.from_text(child, "child")


def test_rule_files_are_written_if_they_are_right(tmp_path: Any) -> None:
    path, text = tmp_path / "pond.draughts", '+++\nname = "Pond"\nextends = "english"\n\n[numbers]\nidle-limit = 9\n+++\n'
    rules = draughtsman.write(path, text)
    assert (rules.name, rules.title, path.read_text()) == ("pond", "Pond", text)
    with pytest.raises(FileExistsError):
        draughtsman.write(path, text)
    with pytest.raises(RulesError):
        draughtsman.write(path, text.replace("english", "englich"), overwrite=True)
    assert path.read_text() == text, "what is wrong replaces nothing"
    changed = draughtsman.write(path, text.replace("= 9", "= 8"), overwrite=True)
    assert changed.fingerprint != rules.fingerprint
    assert Rules.from_text('+++\nname = "Child"\nextends = "pond"\n+++\n', "child", folder=tmp_path).game().perft(2) == 49


def test_everything_public_says_what_it_does() -> None:
    silent = []
    for name in draughtsman.__all__:
        thing = getattr(draughtsman, name)
        # A constant or the name of a type of others has its words beside it, where Python does not find them.
        if not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        members = vars(thing).items() if inspect.isclass(thing) and not is_plain(thing) else []
        own = [(f"{name}.{member}", value) for member, value in members if not member.startswith("_")]
        for called, value in [(name, thing), *own]:
            value = value.__func__ if isinstance(value, staticmethod) else value
            if (callable(value) or isinstance(value, property)) and len((value.__doc__ or "").strip()) < 20:
                silent.append(called)
    assert not silent


def is_plain(thing: type) -> bool:
    """Whether a class is data without methods: a dictionary of the documented JSON, or a row of fields."""
    return issubclass(thing, dict) or dataclasses.is_dataclass(thing)


def test_simulations_are_those_of_the_command_line_and_add_up() -> None:
    rules = Rules.load("english")
    whole = rules.simulate(200, seed=7)
    assert whole["games"] == 200 == sum(whole["wins"].values()) + whole["draws"] + whole["cut_off"]
    apart = [rules.simulate(100, seed=7, first=first, threads=2) for first in (0, 100)]
    assert {side: sum(part["wins"][side] for part in apart) for side in whole["wins"]} == whole["wins"]
    seats = rules.simulate(4, agents={"White": "greedy", "Black": "level:2"})
    assert seats["agent"] == "Black=level:2 White=greedy"
    with pytest.raises(DraughtsmanError, match="accepted: Black, White"):
        rules.simulate(1, agents={"Red": "greedy"})


def test_versions_are_compared() -> None:
    report = Rules.load("english").diff(Rules.load("italian"), positions=400)
    assert (report["schema"], report["claim"]) == (1, "differ")


def test_rules_games_and_steps_are_pickled() -> None:
    game = Game(Rules.from_text(draughtsman.source("warp"), "warp"), seed=5)
    for _ in range(6):
        game.agent("random", play=True)
    again = pickle.loads(pickle.dumps(game))
    assert (again.position(), again.played(), again.agent("random")) == (game.position(), game.played(), game.agent("random"))
    steps = game.steps()
    steps.step(steps.legal_actions()[0])
    other = pickle.loads(pickle.dumps(steps))
    assert (other.taken, other.legal_actions(), other.ply) == (steps.taken, steps.legal_actions(), steps.ply)


@pytest.mark.parametrize("which", ["perft", "agent", "analyse", "simulate", "match", "diff"])
def test_other_threads_go_on_while_a_long_call_works(which: str) -> None:
    game, count = Game("international"), 0
    calls: dict[str, Any] = {
        "perft": lambda: game.perft(8),
        "agent": lambda: game.agent("alpha-beta:300ms"),
        "analyse": lambda: game.analyse("alpha-beta:300ms"),
        "simulate": lambda: game.rules.simulate(3000),
        "match": lambda: game.rules.match("level:2", "random", 20),
        "diff": lambda: Rules.load("english").diff(Rules.load("italian"), positions=4000),
    }
    worker = threading.Thread(target=calls[which])
    worker.start()
    longest, last = 0.0, time.monotonic()
    while worker.is_alive():
        time.sleep(0.001)
        longest, last, count = max(longest, time.monotonic() - last), time.monotonic(), count + 1
    assert count > 3 and longest < 1.0, (count, longest)


@pytest.mark.parametrize("which", ["perft", "agent", "analyse", "simulate", "match", "diff"])
def test_control_c_stops_a_long_call(which: str) -> None:
    import _thread

    # In programs that are started in the background Ctrl-C is ignored, and so in these tests.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    game = Game("international")
    calls: dict[str, Any] = {
        "perft": lambda: game.perft(40),
        "agent": lambda: game.agent("alpha-beta:600s"),
        "analyse": lambda: game.analyse("alpha-beta:600s"),
        "simulate": lambda: game.rules.simulate(100_000_000, threads=2),
        "match": lambda: game.rules.match("level:4", "level:4", 1_000_000),
        "diff": lambda: game.rules.diff(Rules.load("international", ["idle-limit=51"]), positions=1_000_000_000),
    }
    try:
        threading.Timer(0.3, _thread.interrupt_main).start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            calls[which]()
        assert time.monotonic() - began < 10
    finally:
        signal.signal(signal.SIGINT, before)
    assert game.perft(2) == 81, "the game can be asked further"

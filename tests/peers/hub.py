#!/usr/bin/env python3
"""Plays whole games through pydraughts' HubEngine against `draughtsman hub`: every move is one of pydraughts' own, positions stay the same
on both sides, and games end alike. See README.md."""

import argparse
import json
import random
import subprocess
import sys
import threading

import draughts
from draughts.engine import HubEngine, Limit

# What the protocol calls a game, what pydraughts calls it, and the rules that it stands for.
GAMES = {
    "normal": ("standard", "international"),
    "killer": ("standard", "killer"),
    "bt": ("breakthrough", "breakthrough"),
    "frisian": ("frisian", "frisian"),
    "losing": ("antidraughts", "antidraughts"),
    "english": ("english", "english"),
    "italian": ("italian", "italian"),
    "russian": ("russian", "russian"),
    "brazilian": ("brazilian", "brazilian"),
    "turkish": ("turkish", "turkish"),
}

# Which games are played. With some other seeds a game comes to a position in which pydraughts is at fault (docs/verification.md), or to a
# draw, for which the two have other rules.
SEED = 1

# No game of these is longer.
LONGEST = 400

# What the engine thinks about a move: enough to win against somebody who moves at random.
THOUGHT = Limit(nodes=400)


def stops_behind(board, move):
    """Killer draughts is International draughts, but that a king stops right behind a king that it takes last."""
    moves, prey = board._game.legal_moves()
    place = prey[moves.index(move.board_move)][-1]
    pieces = board._game.board.searcher
    if place is None or not (pieces.get_piece_by_position(move.board_move[0][0]).king and pieces.get_piece_by_position(place).king):
        return True
    rows = [(square - 1) // 5 for square in (move.board_move[-1][1], place)]
    return abs(rows[0] - rows[1]) == 1


def legal(board, name):
    """The legal moves by start, end and what is taken, in this order whatever the order of the rules."""
    moves = [move for move in board.legal_moves() if name != "killer" or stops_behind(board, move)]
    return {move.hub_position_move: move for move in sorted(moves, key=lambda move: move.hub_position_move)}


def last_move(command, rules, board):
    """What `draughtsman` says of the end, after the last move from the position before it."""
    session = subprocess.Popen([command, "session"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**request):
        session.stdin.write(json.dumps(request) + "\n")
        session.stdin.flush()
        answer = json.loads(session.stdout.readline())
        assert "answer" in answer, (request, answer)
        return answer["answer"]

    played = board.move_stack[-1]
    ask(request="load", variant=rules)
    ask(request="position", position=board.fens[-2])
    squares = [int(played.hub_position_move[at:at + 2]) for at in range(0, len(played.hub_position_move), 2)]
    for move in ask(request="moves")["moves"]:
        names = [str(number_of(name)) for name in (move["from"], move["to"], *move["captures"])]
        if sorted(names[2:]) == sorted(map(str, squares[2:])) and names[:2] == list(map(str, squares[:2])):
            outcome = ask(request="play", move=move["text"])["outcome"]
            session.communicate()
            return outcome
    raise AssertionError(f"{played.hub_move} is no move of {rules} in {board.fens[-2]}")


def number_of(square):
    """The number of a square: itself, or counted from a1; a board with every second square has half as many."""
    if square.isdigit():
        return int(square)
    file, rank = "abcdefgh".index(square[0]), int(square[1:])
    return (rank - 1) * WIDTH + (file if WIDTH == 8 else file // 2) + 1


def play(command, name, side):
    """A game of the engine, which plays this side, against somebody who moves at random."""
    global WIDTH
    variant, rules = GAMES[name]
    WIDTH = 8 if variant == "turkish" else 4
    board = draughts.Board(variant=variant)
    chance = random.Random(f"{SEED} {name} {side}")
    engine = HubEngine([command, "hub"])
    try:
        assert engine.id["name"] == "Draughtsman" and name in engine.variants, (engine.id, engine.variants)
        engine.hub()  # asked again it answers again
        engine.configure({"variant": name})
        engine.init()
        engine.ping()
        while board.winner() is None:
            assert len(board.move_stack) < LONGEST, f"{name}: no end"
            moves = legal(board, name)
            if len(board.move_stack) % 2 == side:
                move = engine.play(board, THOUGHT, ponder=False).move
                assert move.hub_position_move in moves, f"{name}: {move.hub_move} is none of {list(moves)}"
            else:
                move = moves[chance.choice(list(moves))]
            board.push(move)
        winner = board.winner()
        assert winner, f"{name}: drawn"
        outcome = last_move(command, rules, board)
        expected = {draughts.WHITE: "White", draughts.BLACK: "Black"}[winner]
        assert outcome and outcome["winners"] == [expected], (name, expected, outcome)
        # The engine knows that it is over, too: `done` without a move.
        moves = " ".join(move.hub_move for move in board.move_stack)
        engine.send(f'pos pos={board._game.initial_hub_fen} moves="{moves}"')
        engine.send("go think")
        said = [engine.recv(), engine.recv()]
        assert said[0].startswith('error message="the game is over') and said[1] == "done", said
        return len(board.move_stack), expected
    finally:
        engine.quit()
        engine.kill_process()


def ponder(command):
    """What was pondered on is played; a thought without end is stopped."""
    board, engine = draughts.Board(), HubEngine([command, "hub"])
    try:
        engine.init()
        first = engine.play(board, THOUGHT, ponder=False)
        board.push(first.move)
        board.push(first.ponder)
        hit = threading.Thread(target=engine.ponderhit)
        hit.start()
        second = engine.play(board, Limit(movetime=0.05), ponder=True)
        hit.join()
        assert second.move.hub_move in [move.hub_move for move in board.legal_moves()]
        assert "cp" in second.info["score"], second.info
    finally:
        engine.quit()
        engine.kill_process()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="names of the protocol")
    parser.add_argument("--draughtsman", default="target/release/draughtsman")
    arguments = parser.parse_args()
    for name in arguments.games:
        for side in (0, 1):
            decisions, winner = play(arguments.draughtsman, name, side)
            print(f"{name}: {decisions} moves, {winner} has won", flush=True)
    ponder(arguments.draughtsman)
    print("pondered")


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random games written by pydraughts, for tests/facts/pdn/. See README.md."""

import importlib.metadata
import random
import sys
from pathlib import Path

from draughts import Board, Move
from draughts.PDN import PDNWriter

VARIANTS = {"english": "english", "italian": "italian", "russian": "russian", "brazilian": "brazilian", "international": "standard"}
STARTS = {
    "english": [None, None, "B:W6,K7,14,22,30:B1,12,K20,29", "W:WK22:B17,18,9,10"],
    "italian": [None, None, "W:W10,K14,21,30:B3,K19,26,28"],
    "russian": [None, None, "B:Wa3,Kb2,e1,h4:Ba7,Kc7,f8,h6", "W:WKh2,a1:Bc7,Kf8"],
    "brazilian": [None, None, "W:Wa3,Kb2,e1,h4:Ba7,Kc7,f8,h6"],
    "international": [None, None, "W:WK47:B4,8,9,13,19,20,24,29,33,42", "B:WK5,6,27,38,49:B2,14,K23,K45"],
}


def game(variant, start, rng):
    """The board after a random game."""
    board = Board(VARIANTS[variant], start or "startpos")
    for _ in range(200):
        moves = board.legal_moves()
        if not moves or board.is_over():
            break
        board.push(Move(board, board_move=rng.choice(moves).board_move))
    return board


def main():
    folder = Path(sys.argv[1])
    version = importlib.metadata.version("pydraughts")
    for variant, starts in VARIANTS.items():
        rng = random.Random(variant)
        path = folder / f"{variant}.pdn"
        text = f"% Written by pydraughts {version}: tests/peers/write_pdn.py. The tag Reached is where it says the game ends.\n\n"
        for number, start in enumerate(STARTS[variant], 1):
            board = game(variant, start, rng)
            winner = {2: "1-0", 1: "0-1", 0: "1/2-1/2"}.get(board.winner(), "*")
            tags = {"Event": f"Random game {number}", "Reached": board.fen, "Result": winner}
            text += PDNWriter("", board, tags=tags, game_ending=winner).pdn_text
        path.write_text(text)


if __name__ == "__main__":
    main()

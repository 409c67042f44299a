#!/usr/bin/env python3
"""py-draughts' TurboEngine, which nobody here wrote, behind the Hub protocol, to play `draughtsman match` against. See README.md."""

import sys

from draughts import StandardBoard, TurboEngine
from draughts.engines.hub import hub_position_to_board, move_to_hub_notation, parse_hub_line, parse_hub_move

USUAL = 1.0


def board_of(told):
    """The board after `pos`: from the start, or from a position, with the moves since, which repetition counts."""
    board = hub_position_to_board(told["pos"], StandardBoard) if told.get("pos") else StandardBoard()
    for text in told.get("moves", "").split():
        board.push(parse_hub_move(text, board.legal_moves, board))
    return board


def main():
    engine, board, limit = TurboEngine(), StandardBoard(), USUAL
    for line in sys.stdin:
        command, told = parse_hub_line(line)
        if command == "hub":
            answer = ["id name=TurboEngine", "wait"]
        elif command == "init":
            answer = ["ready"]
        elif command == "new-game":
            engine, answer = TurboEngine(depth_limit=None), []
        elif command == "level":
            limit, answer = float(told["move-time"]), []
        elif command == "pos":
            board, answer = board_of(told), []
        elif command == "go":
            engine.time_limit = limit
            answer = ["done move=" + move_to_hub_notation(engine.get_best_move(board))]
        elif command == "quit":
            return
        else:
            answer = []
        print(*answer, sep="\n", end="\n" if answer else "", flush=True)


if __name__ == "__main__":
    main()

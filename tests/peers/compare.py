#!/usr/bin/env python3
"""Compares the legal moves of draughtsman with those of a program that nobody here wrote. See README.md."""

import argparse
import importlib.metadata
import json
import random
import subprocess
import sys

# Files and ranks, and whether the lower left corner is a square of play.
BOARDS = {
    "english": (8, True), "russian": (8, True), "brazilian": (8, True), "italian": (8, False), "turkish": (8, True),
    "international": (10, True), "frisian": (10, True), "antidraughts": (10, True), "breakthrough": (10, True),
}


def square(number, variant):
    """The name of a square by its number, counted from the upper left: 1 is b8 (a8 on the Italian board)."""
    size, corner = BOARDS[variant]
    row, column = divmod(int(number) - 1, size // 2)
    rank = size - row
    return "abcdefghij"[2 * column + ((rank % 2 == 0) == corner)] + str(rank)


def fen(side, pieces):
    """FEN text from (colour, king, square) triples, White first: pydraughts reads no other order."""
    def of(colour):
        return ",".join(("K" if king else "") + sq for c, king, sq in sorted(pieces) if c == colour)
    return f"{side}:W{of('W')}:B{of('B')}"


class Pydraughts:
    """pydraughts: numbers count from a1 where the game is written in names, from the upper left elsewhere."""

    package = "pydraughts"
    variants = {
        "english": "english", "russian": "russian", "brazilian": "brazilian", "italian": "italian", "turkish": "turkish",
        "international": "standard", "frisian": "frisian", "antidraughts": "antidraughts", "breakthrough": "breakthrough",
    }

    def __init__(self, variant, position=None):
        from draughts import Board
        self.variant = variant
        self.board = Board(self.variants[variant], position or "startpos")

    def name(self, number):
        if self.variant == "turkish":
            return "abcdefgh"[(number - 1) % 8] + str((number - 1) // 8 + 1)
        if self.variant in ("russian", "brazilian"):
            row, column = divmod(number - 1, 4)
            return "abcdefgh"[2 * column + row % 2] + str(row + 1)
        return square(number, self.variant)

    def fen(self):
        return self.board.fen

    def moves(self):
        """(from, to, captured squares) of every move, and the moves as the program holds them."""
        moves, captures = self.board._legal_moves_board()
        return [
            (self.name(mv[0][0]), self.name(mv[-1][1]), frozenset(self.name(sq) for sq in taken if sq is not None))
            for mv, taken in zip(moves, captures)
        ], moves

    def play(self, mv):
        from draughts import Move
        self.board.push(Move(self.board, board_move=mv))

    def after(self, mv):
        other = type(self)(self.variant, self.fen())
        other.play(mv)
        return other


class PyDraughts:
    """py-draughts: numbers count from the upper left."""

    package = "py-draughts"
    variants = {
        "english": "AmericanBoard", "russian": "RussianBoard", "brazilian": "BrazilianBoard", "international": "StandardBoard",
        "frisian": "FrisianBoard", "antidraughts": "AntidraughtsBoard", "breakthrough": "BreakthroughBoard",
    }

    def __init__(self, variant, position=None):
        import draughts
        self.variant = variant
        board = getattr(draughts, self.variants[variant])
        start = position or ("B:W21-32:B1-12" if variant == "english" else None)
        self.board = board.from_fen(expanded(start)) if start else board()

    def fen(self):
        return self.board.fen.split('"')[1]

    def moves(self):
        found = list(self.board.legal_moves)
        names = lambda squares: [square(sq + 1, self.variant) for sq in squares]
        return [
            (names(mv.square_list)[0], names(mv.square_list)[-1], frozenset(names(mv.captured_list))) for mv in found
        ], found

    def play(self, mv):
        self.board.push(mv)

    def after(self, mv):
        other = type(self)(self.variant, self.fen())
        found = other.moves()[1]
        other.play(next(m for m in found if m.square_list == mv.square_list and m.captured_list == mv.captured_list))
        return other


def expanded(position):
    """A position without ranges."""
    def field(text):
        parts = []
        for part in text[1:].split(","):
            first, dash, last = part.partition("-")
            parts += [str(n) for n in range(int(first), int(last) + 1)] if dash else [part]
        return text[0] + ",".join(parts)
    return ":".join(field(text) if i else text for i, text in enumerate(position.split(":")))


class Draughtsman:
    """The program under test."""

    def __init__(self, path, rules):
        self.path, self.rules = path, rules

    def ask(self, *arguments):
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            raise ValueError(done.stderr.strip())
        return json.loads(done.stdout)

    def moves(self, variant, position):
        answer = self.ask("moves", self.rules.format(variant), "--position", position, "--json")
        name = lambda text: square(text, variant) if text.isdigit() else text
        return {
            (name(mv["from"]), name(mv["to"]), frozenset(map(name, mv["captures"]))) for mv in answer["moves"]
        }

    def perft(self, variant, position, depth):
        answer = self.ask("perft", self.rules.format(variant), str(depth), "--drop", "--position", position, "--json")
        return answer["depths"][-1]["nodes"]


def perft(peer, depth):
    """Leaves, where moves with the same ends and captures are one."""
    moves, held = peer.moves()
    distinct = dict(zip(moves, held))
    return len(distinct) if depth == 1 else sum(perft(peer.after(mv), depth - 1) for mv in distinct.values())


def playouts(peer, variant, games, rng):
    """Every position of random games from the start."""
    for _ in range(games):
        board = peer(variant)
        for _ in range(120):
            moves, held = board.moves()
            yield board.fen()
            if not moves:
                break
            board.play(rng.choice(held))


def placements(variant, count, rng):
    """Positions with a few pieces anywhere, half of them kings; no man on the row where it would be crowned."""
    size, corner = BOARDS[variant]
    every = variant == "turkish"
    squares = [
        (file, rank) for rank in range(1, size + 1) for file in range(size) if every or ((file + rank) % 2 == 1) == corner
    ]
    for _ in range(count):
        pieces = []
        for file, rank in rng.sample(squares, rng.randint(3, 12)):
            colour, king = rng.choice("WB"), rng.random() < 0.5
            if king or rank != (size if colour == "W" else 1):
                pieces.append((colour, king, "abcdefghij"[file] + str(rank)))
        if {colour for colour, _, _ in pieces} == {"W", "B"}:
            yield fen(rng.choice("WB"), pieces)


def numbered(position, variant):
    """The same position with numbers, for programs that know no names of squares there."""
    numbers = {square(n, variant): str(n) for n in range(1, BOARDS[variant][0] ** 2 // 2 + 1)}
    fields = position.split(":")
    turned = [
        field[0] + ",".join(("K" if sq[0] == "K" else "") + numbers[sq.lstrip("K")] for sq in field[1:].split(",") if sq)
        for field in fields[1:]
    ]
    return ":".join([fields[0], *turned])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="*", help="without any, all that the peer plays")
    parser.add_argument("--draughtsman", default="draughtsman", help="the program")
    parser.add_argument("--rules", default="{}", help="where the rules of a variant are, as `variants/{}.draughts`")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--placements", type=int, default=2000)
    parser.add_argument("--perft", type=int, default=4, help="depth of the perft at the start and at some positions of games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3, help="how many differences are shown")
    options = parser.parse_args()

    peers = {peer.package: peer for peer in (Pydraughts, PyDraughts)}
    installed = {package: version for package in peers if (version := found_version(package))}
    if len(installed) != 1:
        sys.exit(f"exactly one of {', '.join(peers)} must be installed (README.md)")
    (package, version), = installed.items()
    peer = peers[package]
    ours = Draughtsman(options.draughtsman, options.rules)
    print(f"{package} {version}, seed {options.seed}")
    differ = False
    for variant in options.variants or peer.variants:
        differ |= compare(peer, ours, variant, options)
    sys.exit(1 if differ else 0)


def found_version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def compare(peer, ours, variant, options):
    """Prints a line for a variant, and the first differences; whether there are any."""
    rng = random.Random(f"{variant} {options.seed}")
    named = peer is Pydraughts and variant in ("russian", "brazilian", "turkish")
    placed = placements(variant, options.placements, rng)
    placed = placed if named else (numbered(position, variant) for position in placed)
    sources = {"of games": playouts(peer, variant, options.games, rng), "with a few pieces": placed}
    differ = False
    for source, positions in sources.items():
        seen, captures, wrong = set(), 0, []
        for position in positions:
            if position in seen:
                continue
            seen.add(position)
            try:
                theirs = set(peer(variant, position).moves()[0])
                mine = ours.moves(variant, position)
            except Exception as error:  # a peer that fails is a finding too
                wrong.append(f"{position}: {error!r}")
                continue
            captures += any(taken for _, _, taken in theirs)
            if mine != theirs:
                wrong.append(f"{position}: only draughtsman {told(mine - theirs)}; only {peer.package} {told(theirs - mine)}")
        print(f"{variant}: {len(seen)} positions {source}, {captures} with captures, {len(wrong)} different", flush=True)
        for line in sorted(wrong, key=len)[: options.show]:
            print(f"  {line}")
        differ |= bool(wrong)
    wrong, leaves = [], 0
    starts = [None] + [position for _, position in zip(range(4), playouts_middle(peer, variant, rng))]
    for start in starts:
        board = peer(variant, start)
        position = board.fen()
        theirs, mine = perft(board, options.perft), ours.perft(variant, position, options.perft)
        leaves += mine
        if theirs != mine:
            wrong.append(f"{position}: draughtsman {mine}, {peer.package} {theirs}")
    print(f"{variant}: perft {options.perft} of {len(starts)} positions, {leaves} leaves, {len(wrong)} different", flush=True)
    for line in wrong[: options.show]:
        print(f"  {line}")
    return differ or bool(wrong)


def playouts_middle(peer, variant, rng):
    """A position from the middle of each of some random games."""
    while True:
        positions = list(playouts(peer, variant, 1, rng))
        yield positions[len(positions) // 2]


def told(moves):
    """Moves in words."""
    def word(mv):
        start, end, taken = mv
        return f"{start}x{end}{{{','.join(sorted(taken))}}}" if taken else f"{start}-{end}"
    return " ".join(sorted(map(word, moves))) or "none"


if __name__ == "__main__":
    main()

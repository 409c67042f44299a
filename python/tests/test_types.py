"""What type checkers say of programs that use the package."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")
PROGRAM = """
from pathlib import Path
from draughtsman_rules import Game, Rules, aec

game = Game(Path("mine.draughts"), seed=1)
steps = game.steps()
steps.step(steps.action_mask().argmax())
Rules.load("english").simulate(steps.action_mask().argmax())
game.play(steps.action_mask().argmax())
aec.env(Path("mine.draughts"))
"""


def test_paths_and_numbers_of_numpy_have_the_right_types(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "program.py"]
    checked = subprocess.run(mypy, capture_output=True, text=True, cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout

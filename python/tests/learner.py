"""A tabular learner (Q-learning, as OpenSpiel has it) that plays the second side of a small rule file.

    python learner.py learn VALUES.json      learns against who plays at random, and saves what it has learnt
    python learner.py play [VALUES.json]     plays so against who plays at random; without a file, at random too
"""

import json
import sys
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent, tabular_qlearner

from draughtsman_rules import Rules, openspiel

RULES = Path(__file__).parent / "rules" / "hexapawn.draughts"
LEARNT, PLAYED = 6000, 300


def main(verb: str, path: str | None = None) -> None:
    """Learns, or plays and prints how many games were won of how many."""
    np.random.seed(7)
    game = pyspiel.load_game(openspiel.register(Rules.load(RULES)))
    environment = rl_environment.Environment(game)
    actions = environment.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(player_id=1, num_actions=actions)
    agents = [random_agent.RandomAgent(player_id=0, num_actions=actions), learner]
    if verb == "play" and path:
        for state, values in json.loads(Path(path).read_text()).items():
            # Numbers of actions mean the same here as where they were learnt.
            learner._q_values[state].update({int(action): value for action, value in values.items()})
    won = 0
    for _ in range(LEARNT if verb == "learn" else PLAYED):
        time_step = environment.reset()
        while not time_step.last():
            player = time_step.observations["current_player"]
            chosen = agents[player].step(time_step, is_evaluation=verb == "play")
            time_step = environment.step([chosen.action])
        for agent in agents:
            agent.step(time_step, is_evaluation=verb == "play")
        won += time_step.rewards[1] == 1
    if verb == "learn" and path:
        Path(path).write_text(json.dumps(learner._q_values))
    print(won, LEARNT if verb == "learn" else PLAYED)


if __name__ == "__main__":
    main(*sys.argv[1:])

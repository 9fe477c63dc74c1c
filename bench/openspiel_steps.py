"""Random play in games of OpenSpiel, for bench_stepping.py, which runs it in their environment.

A line in is the name of a game, `bare` or `observed`, and a number of seconds of processor time. A
line out is the number of players' steps a second; chance is drawn and not counted, as with ours.
`observed` makes the tensor of the player to move before each step: that of an observation, or of an
information state in a game that has no other.
"""

import random
import sys
import time

import pyspiel  # type: ignore[import-not-found]  # in an environment of its own: see the Makefile


def rate(name: str, observed: bool, seconds: float) -> float:
    game = pyspiel.load_game(name)
    tensor = game.get_type().provides_observation_tensor
    chance, steps, start = random.Random(1).random, 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                left = chance()
                drawn = 0
                for action, share in state.chance_outcomes():
                    drawn = action
                    left -= share
                    if left <= 0:
                        break
                state.apply_action(drawn)
                continue
            legal = state.legal_actions()
            if observed:
                if tensor:
                    state.observation_tensor()
                else:
                    state.information_state_tensor()
            state.apply_action(legal[int(chance() * len(legal))])
            steps += 1
    return steps / (time.process_time() - start)


for line in sys.stdin:
    game, how, seconds = line.split()
    print(rate(game, how == "observed", float(seconds)), flush=True)

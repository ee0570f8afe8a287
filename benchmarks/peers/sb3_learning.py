#!/usr/bin/env python3
"""Stable-Baselines3 on a task, evaluated as hts-rl evaluates: the peer of 'hts train --eval-every'.

    sb3_learning.py sac|ppo|recurrent|maskable --seed N --out FOLDER [--env Pendulum-v1] [--steps N] [--every N] [--episodes 20] [--learning-rate X]

Settings are RL Baselines3 Zoo's for Pendulum-v1 (PPO without state-dependent exploration, which hts-rl has not).
Every so many steps the policy acts greedily for whole episodes in an environment of its own; FOLDER/evaluations.csv
has a line an episode, in the columns of hts-rl's file of that name. PPO's returns.csv has the mean return of the last 100
training episodes after each quarter of the steps.

'recurrent' is sb3-contrib's RecurrentPPO on CartPole-v1 without velocities, with the settings of hts-rl's preset, its two
hidden layers of 64 units, and behind them one LSTM of 128 units for policy and value; evaluated with --every only.
'maskable' is its MaskablePPO with the masks of Taxi-v4: 8 environments of 128 steps, batches of 256, 10 epochs. Both need
sb3-contrib and gymnasium[toy-text] beside stable-baselines3.
"""
import argparse
import os
import time

import gymnasium
import numpy as np
import torch
from stable_baselines3 import PPO, SAC
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor


class Evaluations(BaseCallback):
    """Acts greedily at every multiple of so many steps."""

    def __init__(self, env, every, episodes, path):
        super().__init__()
        self.env, self.every, self.episodes, self.next = env, every, episodes, every
        self.file = open(path, "w")
        self.file.write("interval,timestep,wall_seconds,policy,episode,return,length\n")
        self.begun, self.evaluated = time.time(), 0

    def evaluate(self):
        wall = time.time() - self.begun - self.evaluated  # of the training alone
        for episode in range(self.episodes):
            observation, _ = self.env.reset()
            total, length, done, state = 0.0, 0, False, None
            while not done:
                masks = {"action_masks": self.env.action_masks()} if hasattr(self.env, "action_masks") else {}
                first = np.array([length == 0])
                action, state = self.model.predict(observation, state, first, deterministic=True, **masks)
                observation, reward, terminated, truncated, _ = self.env.step(action if action.ndim else int(action))
                total, length, done = total + float(reward), length + 1, terminated or truncated
            self.file.write(
                f"{self.num_timesteps // self.every},{self.num_timesteps},{wall},greedy,{episode},{total},{length}\n")
        self.file.flush()
        self.evaluated = time.time() - self.begun - wall

    def due(self):
        if self.num_timesteps >= self.next:
            self.next += self.every
            self.evaluate()


class AfterSteps(Evaluations):
    """For learners that learn at every step."""

    def _on_step(self):
        self.due()
        return True


class AfterUpdates(Evaluations):
    """For learners that learn from rollouts: when the next one begins, the last is learnt.

    Writes returns.csv too: the mean return of the last 100 training episodes after each quarter of the steps."""

    def __init__(self, env, every, episodes, path, steps):
        super().__init__(env, every, episodes, path)
        self.quarter, self.quarters = steps // 4, 0
        self.returns = open(os.path.join(os.path.dirname(path), "returns.csv"), "w")

    def due(self):
        if self.num_timesteps >= (self.quarters + 1) * self.quarter:
            self.quarters += 1
            mean = np.mean([episode["r"] for episode in self.model.ep_info_buffer])
            self.returns.write(f"{self.num_timesteps},{mean}\n")
            self.returns.flush()
        super().due()

    def _on_step(self):
        return True

    def _on_rollout_start(self):
        self.due()

    def _on_training_end(self):
        self.due()


class Positions(gymnasium.ObservationWrapper):
    """CartPole without velocities: hts-rl's --observe 0,2."""

    def __init__(self, env):
        super().__init__(env)
        space = env.observation_space
        self.observation_space = gymnasium.spaces.Box(space.low[[0, 2]], space.high[[0, 2]], dtype=np.float32)

    def observation(self, observation):
        return observation[[0, 2]]


class Hidden(BaseFeaturesExtractor):
    """Two hidden layers before the LSTM, as in hts-rl."""

    def __init__(self, space):
        super().__init__(space, 64)
        self.layers = torch.nn.Sequential(
            torch.nn.Linear(space.shape[0], 64), torch.nn.Tanh(), torch.nn.Linear(64, 64), torch.nn.Tanh())

    def forward(self, observations):
        return self.layers(observations)


def recurrent(args):
    from sb3_contrib import RecurrentPPO

    envs = make_vec_env(args.env, n_envs=16, seed=args.seed, wrapper_class=Positions)
    return RecurrentPPO(
        "MlpLstmPolicy", envs, n_steps=32, batch_size=128, n_epochs=10,
        learning_rate=lambda left: args.learning_rate * left, gamma=0.98, gae_lambda=0.9, ent_coef=0.0, clip_range=0.2,
        policy_kwargs=dict(
            features_extractor_class=Hidden, lstm_hidden_size=128, shared_lstm=True, enable_critic_lstm=False, net_arch=[],
            ortho_init=True, optimizer_kwargs=dict(eps=1e-5)),
        seed=args.seed, device="cpu")


def masked(name):
    """An environment that says by action_masks() what its info says."""
    from sb3_contrib.common.wrappers import ActionMasker

    return ActionMasker(gymnasium.make(name), lambda env: env.unwrapped.action_mask(env.unwrapped.s))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("algo", choices=["sac", "ppo", "recurrent", "maskable"])
    parser.add_argument("--env")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--every", type=int)
    parser.add_argument("--episodes", type=int, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    os.makedirs(args.out, exist_ok=True)
    path = os.path.join(args.out, "evaluations.csv")
    tasks = {"recurrent": "CartPole-v1", "maskable": "Taxi-v4"}
    args.env = args.env or tasks.get(args.algo, "Pendulum-v1")
    env = masked(args.env) if args.algo == "maskable" else gymnasium.make(args.env)
    env.reset(seed=10_000 + args.seed)
    if args.algo == "sac":
        steps = args.steps or 20_000
        callback = AfterSteps(env, args.every or 800, args.episodes, path)
        model = SAC("MlpPolicy", args.env, learning_rate=args.learning_rate, buffer_size=100_000, seed=args.seed, device="cpu")
    elif args.algo == "recurrent":
        steps = args.steps or 102_400
        callback = AfterUpdates(Positions(env), args.every or 2 * steps, args.episodes, path, steps)
        model = recurrent(args)
    elif args.algo == "maskable":
        from sb3_contrib import MaskablePPO

        steps = args.steps or 102_400
        callback = AfterUpdates(env, args.every or 10_240, args.episodes, path, steps)
        model = MaskablePPO(
            "MlpPolicy", make_vec_env(lambda: masked(args.env), n_envs=8, seed=args.seed), n_steps=128, batch_size=256,
            n_epochs=10, learning_rate=args.learning_rate, seed=args.seed, device="cpu")
    else:
        steps = args.steps or 102_400
        callback = AfterUpdates(env, args.every or 4096, args.episodes, path, steps)
        model = PPO(
            "MlpPolicy", make_vec_env(args.env, n_envs=4, seed=args.seed), n_steps=1024, batch_size=64, n_epochs=10,
            learning_rate=args.learning_rate, gamma=0.9, gae_lambda=0.95, ent_coef=0.0, clip_range=0.2, seed=args.seed, device="cpu")
    model.learn(steps, callback=callback)
    with open(os.path.join(args.out, "summary.json"), "w") as file:
        file.write('{"wall_seconds": %f, "timesteps": %d}\n' % (time.time() - callback.begun - callback.evaluated, steps))


if __name__ == "__main__":
    main()

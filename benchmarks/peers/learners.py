"""
What others make of CartPole-v1 with our settings, on this machine: the peers of 'benchmarks/run peers' and 'time-to-475'.

    learners.py PEER ALGO --seconds S            prints  found steps_per_s VALUE
        --envs N, --steps N: other environments and steps than those below; of jax alone: --env MinAtar/Breakout-v1
    learners.py PEER ALGO --bar 475 --seed N     prints  found reached 1, found seconds VALUE, found steps VALUE
        of a bar that is not reached by --most-steps or --most-seconds: found reached 0, and found mean VALUE
        --since EPOCH_SECONDS: seconds count from then, such as the start of this process
    learners.py PEER --version                   prints its versions

PEER is sb3 (Stable-Baselines3), torch (one file with PyTorch and Gymnasium's SyncVectorEnv, as CleanRL's programs are), envpool
(the same over EnvPool), jax (environments of gymnax and all of an update in one compiled function), pufferlib (its trainer over
Gymnasium's environments, in this process), rllib or rllib-agents (Simple Spread of mpe2 instead). ALGO is ppo, a2c
or, of sb3 and rllib, dqn; of pufferlib ppo. Settings: 16 environments, two hidden layers of 64 each for policy and value; PPO 128 steps, 4
epochs of 4 minibatches, Adam 2.5e-4; A2C 16 steps, RMSprop 7e-4; with a bar, those of our presets of CartPole-v1 as far as a
peer has them, the learning rate falling to 0 at --most-steps. MinAtar: settings and network of our preset ppo/MinAtar. Without
--since, time begins with the first step of what is compiled and warm. Nothing here is theirs.
"""
import argparse
import importlib.metadata
import os
import sys
import time
import types

os.environ.setdefault("OMP_NUM_THREADS", "1")

ENV = "CartPole-v1"
GYMNAX = {ENV: ENV, "MinAtar/Breakout-v1": "Breakout-MinAtar"}
PACKAGES = {
    "sb3": ["stable-baselines3", "torch", "gymnasium"],
    "torch": ["torch", "gymnasium"],
    "envpool": ["envpool", "torch"],
    "jax": ["jax", "gymnax", "optax"],
    "pufferlib": ["pufferlib-core", "torch", "gymnasium"],
    "rllib": ["ray", "torch", "gymnasium"],
    "rllib-agents": ["ray", "torch", "mpe2"],
}


def settings(algo, args):
    """Of throughput; where a bar is to be reached, of our presets of CartPole-v1; of MinAtar always those of its preset."""
    ppo = dict(steps=128, epochs=4, minibatches=4, lr=2.5e-4, gamma=0.99, lam=0.95, clip=0.2, entropy=0.01, value=0.5)
    a2c = dict(steps=16, epochs=1, minibatches=1, lr=7e-4, gamma=0.99, lam=1.0, clip=0, entropy=0.0, value=0.5)
    given = dict(ppo if algo == "ppo" else a2c, envs=16, clip_value=False)
    if args.env != ENV:
        given.update(PRESET_MINATAR)
    elif args.bar:
        given.update(PRESET_PPO if algo == "ppo" else PRESET_A2C)
    given.update({name: value for name, value in (("envs", args.envs), ("steps", args.steps)) if value})
    return types.SimpleNamespace(**given, norm=algo == "ppo" or bool(args.bar))


# what presets/ppo/CartPole-v1.yaml and presets/a2c/CartPole-v1.yaml change of that, and presets/ppo/MinAtar.yaml
PRESET_PPO = dict(steps=32, epochs=10, lr=1e-3, gamma=0.98, lam=0.9, entropy=0.0)
PRESET_A2C = dict(steps=8, lr=1e-3, gamma=0.98, lam=0.9, entropy=0.005)
PRESET_MINATAR = dict(envs=64, steps=128, minibatches=8, lr=5e-3, clip_value=True)


class Finish:
    """Ends a run: after so many seconds behind a warm-up, or when the last 100 episodes have the mean that is wanted."""

    def __init__(self, seconds, bar, most_seconds=float("inf"), since=None):
        self.seconds, self.bar, self.most_seconds, self.since = seconds, bar, most_seconds, since
        self.returns, self.started, self.first = [], None, 0
        self.wall = self.steps = 0

    def ended(self, returns):
        self.returns = (self.returns + [float(r) for r in returns])[-100:]

    def reached(self, steps):
        """Asked after each update; the first few are warm-up where speed is wanted."""
        now = time.perf_counter()
        if self.started is None:
            if self.bar or now - self.begun > min(3, self.seconds):
                self.started, self.first = (self.begun, 0) if self.bar else (now, steps)
            return False
        self.wall, self.steps = now - self.started, steps - self.first
        if self.bar:
            return self.good() or self.wall >= self.most_seconds
        return self.wall >= self.seconds

    def good(self):
        return len(self.returns) == 100 and sum(self.returns) / 100 >= self.bar

    def begin(self):
        self.begun = time.perf_counter() - (time.time() - self.since if self.since else 0)

    def say(self):
        if self.bar:
            print("found reached", int(self.good()))
            print("found mean", sum(self.returns) / max(1, len(self.returns)))
            print("found seconds", self.wall)
            print("found steps", self.steps)
        else:
            print("found steps_per_s", self.steps / self.wall)


# ---- Stable-Baselines3


def sb3(algo, finish, args):
    import torch
    from stable_baselines3 import A2C, DQN, PPO
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(args.threads)

    class Watch(BaseCallback):
        def _on_step(self):
            finish.ended([info["episode"]["r"] for info in self.locals["infos"] if "episode" in info])
            return not (self.num_timesteps % 512 < self.training_env.num_envs and finish.reached(self.num_timesteps))

    s = settings(algo, args)
    rate = (lambda left: s.lr * left) if finish.bar else s.lr
    common = dict(seed=args.seed, device="cpu", learning_rate=rate, gamma=s.gamma)
    if algo == "dqn":
        model = DQN(
            "MlpPolicy", make_vec_env(ENV, n_envs=1, seed=args.seed), seed=args.seed, device="cpu", learning_rate=2.3e-3,
            batch_size=64, buffer_size=100_000, learning_starts=1000, gamma=0.99, target_update_interval=10,
            train_freq=256, gradient_steps=128, exploration_fraction=0.16, exploration_final_eps=0.04,
            policy_kwargs=dict(net_arch=[256, 256]))
    elif algo == "ppo":
        model = PPO(
            "MlpPolicy", make_vec_env(ENV, n_envs=s.envs, seed=args.seed), n_steps=s.steps, n_epochs=s.epochs,
            batch_size=s.envs * s.steps // s.minibatches, gae_lambda=s.lam, clip_range=s.clip, ent_coef=s.entropy, **common)
    else:
        model = A2C(
            "MlpPolicy", make_vec_env(ENV, n_envs=s.envs, seed=args.seed), n_steps=s.steps, gae_lambda=s.lam,
            ent_coef=s.entropy, normalize_advantage=s.norm, **common)
    finish.begin()
    model.learn(args.most_steps, callback=Watch())


# ---- PyTorch, in one file


class Synchronous:
    """Gymnasium's environments, one after the other in this process; the step that ends an episode begins the next."""

    def __init__(self, seed, count):
        import gymnasium

        same = gymnasium.vector.AutoresetMode.SAME_STEP
        self.envs = gymnasium.vector.SyncVectorEnv([lambda: gymnasium.make(ENV)] * count, autoreset_mode=same)
        self.first, _ = self.envs.reset(seed=seed)

    def step(self, actions):
        seen, reward, terminated, truncated, _ = self.envs.step(actions)
        return seen, reward, terminated | truncated


class Pool:
    """EnvPool's, in its own threads; the step after an episode's end is lost to its reset."""

    def __init__(self, seed, count):
        import envpool

        self.envs = envpool.make_gymnasium(ENV, num_envs=count, seed=seed)
        self.first, _ = self.envs.reset()

    def step(self, actions):
        seen, reward, terminated, truncated, _ = self.envs.step(actions)
        return seen, reward, terminated | truncated


def torch_learner(make, algo, finish, args):
    import numpy
    import torch
    from torch import nn

    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    s = settings(algo, args)

    def network(outputs, gain):
        layers = [nn.Linear(4, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)]
        for layer in layers[::2]:
            nn.init.orthogonal_(layer.weight, gain if layer is layers[-1] else 2**0.5)
            nn.init.zeros_(layer.bias)
        return nn.Sequential(*layers)

    policy, critic = network(2, 0.01), network(1, 1.0)
    weights = [*policy.parameters(), *critic.parameters()]
    adam = torch.optim.Adam(weights, lr=s.lr, eps=1e-5)
    optimizer = adam if algo == "ppo" else torch.optim.RMSprop(weights, lr=s.lr, alpha=0.99, eps=1e-5)
    envs = make(args.seed, s.envs)
    seen, total = numpy.asarray(envs.first, dtype=numpy.float32), numpy.zeros(s.envs)
    rows = s.envs * s.steps
    kept = types.SimpleNamespace(
        seen=torch.zeros(s.steps, s.envs, 4), actions=torch.zeros(s.steps, s.envs, dtype=torch.long),
        logs=torch.zeros(s.steps, s.envs), rewards=torch.zeros(s.steps, s.envs), dones=torch.zeros(s.steps, s.envs),
        values=torch.zeros(s.steps, s.envs))

    def loss(batch, advantages, returns):
        logs = torch.log_softmax(policy(kept.seen.reshape(rows, 4)[batch]), dim=1)
        taken = logs.gather(1, kept.actions.reshape(rows, 1)[batch])[:, 0]
        gain = advantages[batch]
        if s.norm:
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        ratio = (taken - kept.logs.reshape(rows)[batch]).exp()
        surrogate = torch.minimum(gain * ratio, gain * ratio.clamp(1 - s.clip, 1 + s.clip)) if s.clip else gain * taken
        error = critic(kept.seen.reshape(rows, 4)[batch])[:, 0] - returns[batch]
        entropy = -(logs.exp() * logs).sum(1).mean()
        return -surrogate.mean() + s.value * error.square().mean() - s.entropy * entropy

    finish.begin()
    steps, done = 0, False
    while not done and steps < args.most_steps:
        with torch.no_grad():
            for t in range(s.steps):
                kept.seen[t] = torch.from_numpy(seen)
                chances = torch.distributions.Categorical(logits=policy(kept.seen[t]))
                action = chances.sample()
                kept.actions[t], kept.logs[t], kept.values[t] = action, chances.log_prob(action), critic(kept.seen[t])[:, 0]
                seen, reward, ended = envs.step(action.numpy())
                seen = numpy.asarray(seen, dtype=numpy.float32)
                kept.rewards[t], kept.dones[t] = torch.from_numpy(reward.astype("float32")), torch.from_numpy(ended.astype("float32"))
                total += reward
                finish.ended(total[ended])
                total[ended] = 0
            advantages, gain = torch.zeros(s.steps, s.envs), torch.zeros(s.envs)
            following = critic(torch.from_numpy(seen))[:, 0]
            for t in reversed(range(s.steps)):
                more = 1 - kept.dones[t]
                gain = kept.rewards[t] + s.gamma * more * following - kept.values[t] + s.gamma * s.lam * more * gain
                advantages[t], following = gain, kept.values[t]
        returns = (advantages + kept.values).reshape(rows)
        if finish.bar:
            optimizer.param_groups[0]["lr"] = s.lr * (1 - steps / args.most_steps)
        for _ in range(s.epochs):
            for batch in torch.randperm(rows).chunk(s.minibatches):
                optimizer.zero_grad(set_to_none=True)
                loss(batch, advantages.reshape(rows), returns).backward()
                nn.utils.clip_grad_norm_(weights, 0.5)
                optimizer.step()
        steps += rows
        done = finish.reached(steps)


# ---- JAX


def jax_learner(algo, finish, args):
    import jax
    import jax.numpy as jnp
    import gymnax
    import numpy
    import optax

    s = settings(algo, args)
    env, params = gymnax.make(GYMNAX[args.env])
    step_all = jax.vmap(env.step, in_axes=(0, 0, 0, None))
    rows = s.envs * s.steps
    actions, observation = env.num_actions, env.observation_space(params).shape

    def layers(key, *sizes):
        orthogonal = jax.nn.initializers.orthogonal
        keys = jax.random.split(key, len(sizes))
        return [(orthogonal(g)(k, (i, o)), jnp.zeros(o)) for k, (i, o, g) in zip(keys, sizes)]

    class Separate:
        """Two hidden layers of 64 with tanh, for policy and value each."""

        def begin(self, key):
            hidden = [(*observation, 64, 2**0.5), (64, 64, 2**0.5)]
            one, two = jax.random.split(key)
            return [layers(one, *hidden, (64, actions, 0.01)), layers(two, *hidden, (64, 1, 1.0))]

        def forward(self, network, x):
            def outputs(part):
                y = x
                for weight, bias in part[:-1]:
                    y = jnp.tanh(y @ weight + bias)
                return y @ part[-1][0] + part[-1][1]

            return outputs(network[0]), outputs(network[1])[:, 0]

    class MinAtar:
        """
        A convolution 16 3x3/1 without padding, a dense layer of 128, with relu, as ConvConfig.Kind.MINATAR; two heads. The
        convolution is a product over patches: on processors lax.conv's gradient takes seven times as long inside lax.scan.
        """

        def begin(self, key):
            height, width, planes = observation
            cells = (height - 2) * (width - 2) * 16
            return layers(
                key, (9 * planes, 16, 2**0.5), (cells, 128, 2**0.5), (128, actions, 0.01), (128, 1, 1.0))

        def forward(self, network, x):
            (kernel, shift), (dense, bias), (policy, policy_bias), (value, value_bias) = network
            rows, height, width, _ = x.shape
            x = jnp.concatenate([x[:, i : i + height - 2, j : j + width - 2] for i in range(3) for j in range(3)], axis=3)
            x = jax.nn.relu(x @ kernel + shift).reshape(rows, -1)
            x = jax.nn.relu(x @ dense + bias)
            return x @ policy + policy_bias, (x @ value + value_bias)[:, 0]

    shape = Separate() if args.env == ENV else MinAtar()
    updates = s.epochs * s.minibatches * (args.most_steps // rows)
    rate = optax.linear_schedule(s.lr, 0, updates) if finish.bar else s.lr
    rule = optax.adam(rate, eps=1e-5) if algo == "ppo" else optax.rmsprop(rate, decay=0.99, eps=1e-5)
    optimizer = optax.chain(optax.clip_by_global_norm(0.5), rule)

    def act(carry, key):
        network, state, seen, total = carry
        act_key, step_key = jax.random.split(key)
        logits, value = shape.forward(network, seen)
        action = jax.random.categorical(act_key, logits)
        log = jnp.take_along_axis(jax.nn.log_softmax(logits), action[:, None], 1)[:, 0]
        after, state, reward, terminated, truncated, _ = step_all(jax.random.split(step_key, s.envs), state, action, params)
        done = jnp.logical_or(terminated, truncated)
        whole = total + reward
        row = (seen, action, log, reward, done, value, whole)
        return (network, state, after, jnp.where(done, 0.0, whole)), row

    def loss(network, batch):
        seen, action, old, gain, returns = batch
        logits, value = shape.forward(network, seen)
        logs = jax.nn.log_softmax(logits)
        error = (value - returns) ** 2
        if s.clip_value:
            before = returns - gain
            error = jnp.maximum(error, (before + jnp.clip(value - before, -s.clip, s.clip) - returns) ** 2)
        taken = jnp.take_along_axis(logs, action[:, None], 1)[:, 0]
        if s.norm:
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
        ratio = jnp.exp(taken - old)
        clipped = jnp.minimum(gain * ratio, gain * jnp.clip(ratio, 1 - s.clip, 1 + s.clip))
        surrogate = clipped if s.clip else gain * taken
        return -surrogate.mean() + s.value * error.mean() + s.entropy * (jnp.exp(logs) * logs).sum(1).mean()

    def advantage(carry, row):
        gain, following = carry
        reward, done, value = row
        more = 1.0 - done
        gain = reward + s.gamma * more * following - value + s.gamma * s.lam * more * gain
        return (gain, value), gain

    @jax.jit
    def interval(network, moments, state, seen, total, key):
        play, shuffle, key = jax.random.split(key, 3)
        (network, state, seen, total), kept = jax.lax.scan(
            act, (network, state, seen, total), jax.random.split(play, s.steps))
        observed, action, log, reward, done, value, whole = kept
        _, last = shape.forward(network, seen)
        _, gain = jax.lax.scan(advantage, (jnp.zeros(s.envs), last), (reward, done, value), reverse=True)
        flat = [x.reshape((rows,) + x.shape[2:]) for x in (observed, action, log, gain, gain + value)]

        def update(carry, places):
            network, moments = carry
            gradient = jax.grad(loss)(network, [x[places] for x in flat])
            change, moments = optimizer.update(gradient, moments, network)
            return (optax.apply_updates(network, change), moments), None

        orders = jax.vmap(lambda k: jax.random.permutation(k, rows))(jax.random.split(shuffle, s.epochs))
        (network, moments), _ = jax.lax.scan(
            update, (network, moments), orders.reshape(s.epochs * s.minibatches, rows // s.minibatches))
        return network, moments, state, seen, total, key, whole, done

    def begin():
        key = jax.random.PRNGKey(args.seed)
        first, start, key = jax.random.split(key, 3)
        network = shape.begin(first)
        seen, state = jax.vmap(env.reset, in_axes=(0, None))(jax.random.split(start, s.envs), params)
        return network, optimizer.init(network), state, seen, jnp.zeros(s.envs), key

    jax.block_until_ready(interval(*begin())[0])  # compiles
    carry, steps, done = begin(), 0, False
    together = 32 if rows < 8192 else 1  # intervals between two looks at the clock
    finish.begin()
    while not done and steps < args.most_steps:
        *carry, whole, ended = interval(*carry)
        if finish.bar:
            finish.ended(numpy.asarray(whole)[numpy.asarray(ended)])
        elif steps // rows % together == together - 1:
            jax.block_until_ready(carry[0])  # what is not computed yet does not count
        steps += rows
        done = (finish.bar or steps // rows % together == 0) and finish.reached(steps)


# ---- PufferLib


def pufferlib_learner(algo, finish, args):
    """Its pufferl.PuffeRL with segments drawn uniformly, without V-trace's correction; networks as in torch_learner."""
    import gymnasium
    import pufferlib.emulation
    import pufferlib.pufferl
    import pufferlib.vector
    import torch
    from torch import nn

    if algo != "ppo":
        raise SystemExit("PufferLib has PPO alone")
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    s = settings(algo, args)
    rows = s.envs * s.steps

    def environment(buf=None, seed=0):
        return pufferlib.emulation.GymnasiumPufferEnv(
            env=pufferlib.pufferlib.EpisodeStats(gymnasium.make(ENV)), buf=buf, seed=seed)

    class Policy(nn.Module):
        def __init__(self):
            super().__init__()
            layer = pufferlib.pytorch.layer_init
            self.policy, self.critic = (
                nn.Sequential(
                    layer(nn.Linear(4, 64)), nn.Tanh(), layer(nn.Linear(64, 64)), nn.Tanh(),
                    layer(nn.Linear(64, outputs), std=gain))
                for outputs, gain in ((2, 0.01), (1, 1.0)))

        def forward(self, seen, state=None):
            return self.policy(seen), self.critic(seen)

        forward_eval = forward

    class Silent(pufferlib.pufferl.PuffeRL):
        def print_dashboard(self, *_, **__):
            pass

        def save_checkpoint(self):
            pass

    config = dict(
        seed=args.seed, device="cpu", torch_deterministic=True, cpu_offload=False, use_rnn=False, compile=False,
        precision="float32", data_dir="", checkpoint_interval=10**9, total_timesteps=args.most_steps,
        batch_size=rows, bptt_horizon=s.steps, minibatch_size=rows // s.minibatches, max_minibatch_size=rows,
        update_epochs=s.epochs, optimizer="adam", learning_rate=s.lr, anneal_lr=bool(finish.bar), adam_beta1=0.9,
        adam_beta2=0.999, adam_eps=1e-5, max_grad_norm=0.5, gamma=s.gamma, gae_lambda=s.lam, clip_coef=s.clip,
        vf_clip_coef=1e9, vf_coef=2 * s.value, ent_coef=s.entropy, prio_alpha=0.0, prio_beta0=1.0,
        vtrace_rho_clip=1.0, vtrace_c_clip=1.0)  # it halves the value loss
    envs = pufferlib.vector.make(environment, num_envs=s.envs, backend=pufferlib.vector.Serial, seed=args.seed)
    model = Silent(config, envs, Policy())
    finish.begin()
    done = False
    try:
        while not done and model.global_step < args.most_steps:
            finish.ended(model.evaluate().pop("episode_return", []))
            model.train()
            done = finish.reached(model.global_step)
    finally:
        model.utilization.stop()  # its thread would keep the process


# ---- RLlib


def rllib(algo, finish, args):
    import ray
    from ray.rllib.algorithms.dqn import DQNConfig
    from ray.rllib.algorithms.ppo import PPOConfig

    ray.init(include_dashboard=False, log_to_driver=False)
    s = settings("ppo", args)
    if algo == "ppo":
        rows = s.envs * s.steps
        config = PPOConfig().training(
            lr=s.lr, gamma=s.gamma, lambda_=s.lam, clip_param=s.clip, entropy_coeff=s.entropy, vf_loss_coeff=s.value,
            num_epochs=s.epochs, minibatch_size=rows // s.minibatches, train_batch_size_per_learner=rows, grad_clip=0.5)
    elif algo == "dqn":
        config = DQNConfig().training(lr=5e-4, train_batch_size_per_learner=64, num_steps_sampled_before_learning_starts=1000)
    else:
        raise SystemExit("RLlib has no A2C any more")
    config = config.environment(ENV).env_runners(num_env_runners=0, num_envs_per_env_runner=s.envs).debugging(seed=args.seed)
    model = config.build_algo()
    steps, done = 0, False
    finish.begin()
    while not done and steps < args.most_steps:
        told = model.train()["env_runners"]
        steps = int(told["num_env_steps_sampled_lifetime"])
        mean = told.get("episode_return_mean", float("nan"))  # of its last 100 episodes
        if mean == mean:
            finish.returns = [mean] * 100
        done = finish.reached(steps)
    model.stop()


def rllib_agents(algo, finish, args):
    """Simple Spread of mpe2 by PPO with one policy for its three agents; the settings are those of docs/results/learning.md."""
    import ray
    from mpe2 import simple_spread_v3
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv
    from ray.tune.registry import register_env

    ray.init(include_dashboard=False, log_to_driver=False)
    register_env("spread", lambda _: ParallelPettingZooEnv(simple_spread_v3.parallel_env()))
    replicas, agents, rows = 32, 3, 32 * 25
    config = (
        PPOConfig()
        .environment("spread", disable_env_checking=True)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=replicas)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, *_, **__: "all", count_steps_by="agent_steps")
        .rl_module(model_config=DefaultModelConfig(fcnet_hiddens=[64, 64]))
        .training(
            lr=7e-4, gamma=0.99, lambda_=0.95, clip_param=0.2, entropy_coeff=0.01, num_epochs=10,
            minibatch_size=agents * rows, train_batch_size_per_learner=agents * rows)
        .debugging(seed=args.seed)
    )
    model = config.build_algo()
    steps, done = 0, False
    model.train()
    finish.begin()
    while not done and steps < args.most_steps:
        steps = agents * int(model.train()["env_runners"]["num_env_steps_sampled_lifetime"])
        done = finish.reached(steps)
    model.stop()


LEARNERS = {
    "sb3": sb3,
    "torch": lambda *given: torch_learner(Synchronous, *given),
    "envpool": lambda *given: torch_learner(Pool, *given),
    "jax": jax_learner,
    "pufferlib": pufferlib_learner,
    "rllib": rllib,
    "rllib-agents": rllib_agents,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer", choices=LEARNERS)
    parser.add_argument("algo", nargs="?", choices=["ppo", "a2c", "dqn"])
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--env", choices=GYMNAX, default=ENV)
    parser.add_argument("--envs", type=int)
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--bar", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--most-steps", type=int, default=10**9)
    parser.add_argument("--most-seconds", type=float, default=float("inf"))
    parser.add_argument("--since", type=float)
    args = parser.parse_args()
    if args.env != ENV and (args.peer, args.algo) != ("jax", "ppo"):
        parser.error("only jax has other environments, by ppo")
    inner = os.path.join(sys.prefix, "pufferlib", "bin", "python")  # its torch is an older one: see run
    if args.peer == "pufferlib" and os.path.exists(inner):
        os.execv(inner, [inner, *sys.argv])
    if args.version:
        print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES[args.peer]))
        return
    finish = Finish(args.seconds, args.bar, args.most_seconds, args.since)
    LEARNERS[args.peer](args.algo, finish, args)
    finish.say()


if __name__ == "__main__":
    main()

package io.htsrl.benchmarks.peers;

import java.util.List;

/**
 * Another trainer, measured by {@code learners.py}.
 *
 * @param key its key in {@code learners.py}
 * @param name name in tables
 * @param algorithms algorithms that are measured
 */
record Peer(String key, String name, List<String> algorithms) {
    static final String PROGRAM = "learners.py";

    static final List<Peer> ALL = List.of(
            new Peer("sb3", "Stable-Baselines3", List.of("ppo", "a2c", "dqn")),
            new Peer("torch", "PyTorch, one file", List.of("ppo", "a2c")),
            new Peer("envpool", "the same, EnvPool", List.of("ppo", "a2c")),
            new Peer("jax", "JAX, gymnax", List.of("ppo", "a2c")),
            new Peer("pufferlib", "PufferLib", List.of("ppo")),
            new Peer("rllib", "RLlib", List.of("ppo", "dqn")));
}

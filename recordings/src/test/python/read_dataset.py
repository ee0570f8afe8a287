"""Prints what Minari reads of a dataset: a line of sizes and spaces, then a line for each episode."""

import sys

import minari

dataset = minari.MinariDataset(sys.argv[1])
print(dataset.total_episodes, dataset.total_steps, dataset.observation_space, dataset.action_space)
for episode in dataset.iterate_episodes():
    assert all(dataset.observation_space.contains(row.astype(dataset.observation_space.dtype)) for row in episode.observations)
    assert all(dataset.action_space.contains(row) for row in episode.actions)
    print(
        episode.id,
        len(episode.rewards),
        episode.observations.shape,
        episode.observations.astype(float).sum(),
        episode.actions.astype(float).sum(),
        episode.rewards.sum(),
        episode.terminations.astype(int).tolist(),
        episode.truncations.astype(int).tolist(),
    )

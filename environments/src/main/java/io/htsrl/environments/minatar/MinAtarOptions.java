package io.htsrl.environments.minatar;

/**
 * Variant of a game. Immutable.
 *
 * @param id the environment's name; with {@code -v1} the agent has only the actions that have an effect in the game,
 *     with {@code -v0} all six
 * @param repeatActionProbability probability that a step repeats the last action
 * @param difficultyRamping whether a game gets faster, where it has rules for this
 */
record MinAtarOptions(String id, double repeatActionProbability, boolean difficultyRamping) {}

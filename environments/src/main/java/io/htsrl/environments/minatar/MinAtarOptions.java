package io.htsrl.environments.minatar;

/**
 * Variant of a game. Immutable.
 *
 * @param minimalActions          whether the agent has only the actions that have an effect in the game ({@code -v1}),
 *                                else all six ({@code -v0})
 * @param repeatActionProbability probability that a step repeats the last action
 * @param difficultyRamping       whether a game gets faster, where it has rules for this
 */
record MinAtarOptions(boolean minimalActions, double repeatActionProbability, boolean difficultyRamping) {}

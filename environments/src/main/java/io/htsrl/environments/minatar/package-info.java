/**
 * The games of MinAtar: Young and Tian, "MinAtar: An Atari-Inspired Testbed for Thorough and Reproducible Reinforcement
 * Learning Experiments", arXiv:1903.03176 (2019). Rules and order of draws are those of version 1.0.15 of the Python
 * package {@code minatar}; tests compare 100,000 steps of each game with it.
 *
 * <p>{@link io.htsrl.environments.minatar.MinAtarGame} has what the games share, each game is one class, and
 * {@link io.htsrl.environments.minatar.MinAtarProvider} creates them by name.
 */
package io.htsrl.environments.minatar;

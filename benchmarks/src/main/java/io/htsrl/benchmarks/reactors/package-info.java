/**
 * The experiments of Kwok et al. 2023 (reactors, Lingua Franca), by our mechanism and beside Ray's: what it costs to tell
 * many actors something and to hear from all ({@code BroadcastGather}), how many observations they bring
 * ({@code Observations}), and how fast they learn Blackjack ({@code ParallelQLearning}).
 */
package io.htsrl.benchmarks.reactors;

/**
 * The experiments of Kwok et al. 2023 (reactors, Lingua Franca), with our mechanism and with Ray: the time of a
 * broadcast and gather over many actors ({@code BroadcastGather}), observations per second ({@code Observations}), and
 * parallel Q-learning of Blackjack ({@code ParallelQLearning}).
 */
package io.htsrl.papers.reactors;

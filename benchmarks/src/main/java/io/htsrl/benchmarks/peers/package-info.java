/**
 * Comparisons with other trainers on one machine, by programs of {@code benchmarks/peers}: training throughput
 * ({@code PeerThroughput}), random stepping ({@code SteppingThroughput}) and time to play CartPole well
 * ({@code TimeToBar}); and ours on some of the cores ({@code Cores}).
 */
package io.htsrl.benchmarks.peers;

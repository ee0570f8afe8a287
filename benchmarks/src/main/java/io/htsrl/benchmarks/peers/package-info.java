/**
 * Others beside us on one machine, by programs of {@code benchmarks/peers}: how fast they train ({@code PeerThroughput}),
 * and how long they take to play CartPole well ({@code TimeToBar}); and ours on some of the cores ({@code Cores}).
 */
package io.htsrl.benchmarks.peers;

/**
 * {@code hts tune}: measures the costs of a run's roles on this machine, predicts the throughput of every setting of
 * threads that changes no bit, measures the best of them, and writes a file of settings with the fastest.
 */
package io.htsrl.experiments.tune;

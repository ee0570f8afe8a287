/**
 * {@code hts tune}: what the roles of a run cost on this machine, what throughput that promises for every setting of the
 * knobs that change no bit, the best of them measured, and a file of settings with the winner.
 */
package io.htsrl.experiments.tune;

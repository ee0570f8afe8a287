package io.htsrl.experiments.tune.model;

/**
 * What it costs to give work to a thread that waits for it, in one way of waiting. Immutable.
 *
 * @param latency   seconds until it works
 * @param processor seconds of a core that both spend on it
 */
public record HandOver(double latency, double processor) {}

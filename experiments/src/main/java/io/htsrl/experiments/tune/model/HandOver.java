package io.htsrl.experiments.tune.model;

/**
 * What it costs to give work to a thread that waits for it, in one way of waiting. Immutable.
 *
 * @param latency seconds until it works
 * @param spin    share of a short wait in which it keeps a core busy, 0 to 1
 */
public record HandOver(double latency, double spin) {}

package io.htsrl.trainer.report;

/**
 * One finished episode.
 *
 * @param interval in which it ended
 * @param timestep environment steps of the whole run up to the end of that step, over all replicas; under {@code async}
 *     in the order in which they were learnt from
 * @param environment the replica
 * @param ret undiscounted sum of rewards
 * @param length steps
 * @param truncated whether it was cut off rather than terminated
 */
public record EpisodeRecord(long interval, long timestep, int environment, double ret, int length, boolean truncated) {}

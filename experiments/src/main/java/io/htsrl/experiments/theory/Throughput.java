package io.htsrl.experiments.theory;

/**
 * An estimated throughput. Immutable.
 *
 * @param stepsPerSecond of all environments together
 * @param standardError  of it, in the same unit; 0 where nothing was left to chance. It means little for step times of
 *                       infinite variance
 */
public record Throughput(double stepsPerSecond, double standardError) {}

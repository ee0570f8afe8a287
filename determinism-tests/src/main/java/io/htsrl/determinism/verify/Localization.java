package io.htsrl.determinism.verify;

import java.util.Optional;

/**
 * Location of the first difference between two runs. Immutable.
 *
 * @param repeatable    whether the reference gave its own digests again; if not, the difference is between two runs of
 *                      the reference itself
 * @param attempts      number of times that both were run again
 * @param difference    the first bits that differ; empty where the repeated runs were equal
 * @param recordedBytes length of the longest file needed
 */
public record Localization(boolean repeatable, int attempts, Optional<Difference> difference, long recordedBytes) {}

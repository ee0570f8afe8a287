package io.htsrl.determinism.verify;

import java.util.Optional;

/**
 * Where two runs part. Immutable.
 *
 * @param repeatable    whether the reference gave its own digests again; where not, the difference is between two runs
 *                      of the reference itself
 * @param attempts      how often both were made again
 * @param difference    the first bits that are not the same; empty where the runs, made again, were equal
 * @param recordedBytes the longest file that it took
 */
public record Localization(boolean repeatable, int attempts, Optional<Difference> difference, long recordedBytes) {}

package io.htsrl.monitor.live.model;

import java.util.Map;

/**
 * Points of several curves over the same rows. Immutable by use: nobody writes the arrays.
 *
 * @param from   which point of each curve is the first here; those that the reader has from there on are void
 * @param values by the name of the curve; NaN where a row has no value
 */
public record CurvePoints(int from, Map<String, double[]> values) {}

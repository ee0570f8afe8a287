package io.htsrl.monitor.live.model;

import java.util.Map;

/**
 * Points of several curves over the same rows. Immutable by use: the arrays do not change.
 *
 * @param from   index in each curve of the first of these points; the reader drops the points that it has from there on
 * @param values values by the name of the curve; NaN where a row has no value
 */
public record CurvePoints(int from, Map<String, double[]> values) {}

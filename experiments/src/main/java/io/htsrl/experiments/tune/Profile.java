package io.htsrl.experiments.tune;

import io.htsrl.experiments.tune.model.RoleCosts;
import java.util.SortedMap;

/**
 * What was found out about a run on this machine. Immutable.
 *
 * @param costs   of its roles
 * @param forward seconds of a forward as measured, by its mean number of states
 * @param share   of the processor time that the learner wanted, which it got: below 1 others use this machine too
 */
record Profile(RoleCosts costs, SortedMap<Double, Double> forward, double share) {}

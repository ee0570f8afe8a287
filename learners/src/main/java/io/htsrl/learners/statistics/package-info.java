/**
 * Running statistics, updated once per bank in a fixed order and frozen in between:
 * {@link io.htsrl.learners.statistics.ObservationLearner} keeps those of observations in the parameters, for a learner
 * of any algorithm; {@link io.htsrl.learners.statistics.RewardScale} scales the rewards that enter the returns.
 */
package io.htsrl.learners.statistics;

/**
 * Running statistics, updated once per bank in a fixed order and frozen in between: {@link
 * io.htsrl.learners.statistics.ObservationLearner} keeps those of observations among the parameters, around a learner of
 * any algorithm; {@link io.htsrl.learners.statistics.RewardScale} scales the rewards that returns are made of.
 */
package io.htsrl.learners.statistics;

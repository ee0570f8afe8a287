/**
 * Truncated quantile critics: settings, the algorithm, and {@code QuantileLoss}, by which {@code SoftLearner} of {@code
 * offpolicy} learns. The details are numbered in {@code docs/explanation/tqc.md}.
 */
package io.htsrl.learners.tqc;

/**
 * Truncated quantile critics: settings, the algorithm, and {@code QuantileLoss}, the loss of {@code SoftLearner}
 * ({@code offpolicy}) here. The details are numbered in {@code docs/explanation/tqc.md}.
 */
package io.htsrl.learners.tqc;

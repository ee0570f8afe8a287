/**
 * Soft actor-critic: settings and the algorithm; what learns is {@code SoftLearner} of {@code offpolicy} by the least of
 * two critics. The details are numbered in {@code docs/explanation/sac.md}.
 */
package io.htsrl.learners.sac;

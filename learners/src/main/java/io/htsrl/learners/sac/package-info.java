/**
 * Soft actor-critic: settings and the algorithm. {@code SoftLearner} of {@code offpolicy} learns from the least value
 * of two critics. The details are numbered in {@code docs/explanation/sac.md}.
 */
package io.htsrl.learners.sac;

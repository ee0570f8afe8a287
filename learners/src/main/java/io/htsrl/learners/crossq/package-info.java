/**
 * CrossQ: settings and the algorithm. {@code SoftLearner} of {@code offpolicy} learns, with critics that rate both
 * states of a transition in one batch. The details are numbered in {@code docs/explanation/sac.md}.
 */
package io.htsrl.learners.crossq;

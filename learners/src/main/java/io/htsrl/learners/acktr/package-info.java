/**
 * ACKTR (Wu et al. 2017): the loss of A2C, with natural gradients by Kronecker factors.
 * {@link io.htsrl.learners.acktr.Acktr} names it, {@code AcktrLearner} samples the Fisher information's statistics,
 * {@code KroneckerOptimizer} keeps them and makes the steps. The details are numbered in
 * {@code docs/explanation/acktr.md}.
 */
package io.htsrl.learners.acktr;

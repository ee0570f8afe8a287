/**
 * Advantage actor-critic: the settings of {@link io.htsrl.learners.onpolicy.AdvantageLearner}, which reads top to bottom
 * like its paper, the gradient delayed by exactly one interval, but under {@code a3c}. The details are numbered in {@code
 * docs/explanation/a2c.md}.
 */
package io.htsrl.learners.a2c;

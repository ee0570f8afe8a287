/**
 * Advantage actor-critic: the settings of {@link io.htsrl.learners.onpolicy.AdvantageLearner}, which reads top to
 * bottom like its paper. The details are numbered in {@code docs/explanation/a2c.md}.
 */
package io.htsrl.learners.a2c;

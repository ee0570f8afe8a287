/**
 * Parts that algorithms of action values share: {@link io.htsrl.learners.values.ActionValueConfig} and
 * {@link io.htsrl.learners.values.Exploration} have their settings, {@link io.htsrl.learners.values.QRows} reads
 * Q-values of output rows.
 */
package io.htsrl.learners.values;

/**
 * What algorithms of action values share: {@link io.htsrl.learners.values.QRows} reads Q-values of output rows, and {@link
 * io.htsrl.learners.values.Exploration} has the settings of ε-greedy exploration.
 */
package io.htsrl.learners.values;

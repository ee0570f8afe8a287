/** Behaviour cloning: {@link io.htsrl.learners.bc.BcLearner} raises the probability of recorded actions. */
package io.htsrl.learners.bc;

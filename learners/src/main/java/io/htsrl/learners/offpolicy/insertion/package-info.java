/**
 * Insertion of steps into a replay memory: bank by bank, or by executors while a learner draws, under {@code async}.
 */
package io.htsrl.learners.offpolicy.insertion;

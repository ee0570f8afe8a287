/** How steps come into a replay memory: bank by bank, or from executors while a learner draws from it, under {@code async}. */
package io.htsrl.learners.offpolicy.insertion;

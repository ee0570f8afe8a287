/** How executors insert into a replay memory while a learner draws from it, under {@code async}. */
package io.htsrl.learners.offpolicy.insertion;

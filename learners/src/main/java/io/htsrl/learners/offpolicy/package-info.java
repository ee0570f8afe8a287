/**
 * What algorithms share that learn from a replay memory: {@link io.htsrl.learners.offpolicy.BankMemory} fills it,
 * {@link io.htsrl.learners.offpolicy.FirstErrors} say how urgent a new transition is, {@link
 * io.htsrl.learners.offpolicy.TargetNetwork} follows the learnt network, and {@link
 * io.htsrl.learners.offpolicy.Replaying} is what a run asks of the settings, to count the memory before it is
 * allocated.
 */
package io.htsrl.learners.offpolicy;

/**
 * Self-check at start-up, on this machine and with the network in use. The rows of
 * {@link io.htsrl.policies.check.SelfCheck} show that bits are reproducible, which a user can waive, and that the
 * learner is correct, which cannot be waived ({@link io.htsrl.policies.check.CheckRow.Kind}).
 */
package io.htsrl.policies.check;

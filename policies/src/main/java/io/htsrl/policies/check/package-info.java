/**
 * The self-check at start-up: proves on this machine, with the network in use, what other machines have only been seen
 * to do. {@link io.htsrl.policies.check.SelfCheck} compares; its rows say that bits come again, which a run may do
 * without, or that the learner is right, which none may ({@link io.htsrl.policies.check.CheckRow.Kind}).
 */
package io.htsrl.policies.check;

/**
 * Shared code of algorithms that learn from a bank once: {@link io.htsrl.learners.onpolicy.OnPolicyLearner},
 * {@link io.htsrl.learners.onpolicy.ReturnEstimates} (GAE; {@code VTrace} where the lag of the behaviour policy is
 * unknown), {@link io.htsrl.learners.onpolicy.BankRows} (a network's inputs, read in the bank), and the settings in
 * {@link io.htsrl.learners.onpolicy.ActorCriticConfig}.
 */
package io.htsrl.learners.onpolicy;

/**
 * What algorithms share that learn from a bank once: {@link io.htsrl.learners.onpolicy.ReturnEstimates} (GAE in
 * {@link io.htsrl.learners.onpolicy.Advantages}, {@code VTrace} where the behaviour policy lags by nobody knows how
 * much), {@link io.htsrl.learners.onpolicy.BankRows} (a network's inputs, where they lie in the bank), and the settings
 * in {@link io.htsrl.learners.onpolicy.ActorCriticConfig}.
 */
package io.htsrl.learners.onpolicy;

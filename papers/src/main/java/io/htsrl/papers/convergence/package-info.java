/**
 * The convergence of policy gradients that are one step old: Liu, Yeh, Schwing (NeurIPS 2020), Section 4.
 * {@link io.htsrl.papers.convergence.DelayedGradient} compares them with the bound, on an MDP whose gradient is known
 * exactly.
 */
package io.htsrl.papers.convergence;

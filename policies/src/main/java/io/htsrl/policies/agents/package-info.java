/**
 * Policies of agents that differ: {@link io.htsrl.policies.agents.SeparatePolicies} is one network whose rows have
 * parameters of their own, each those of the policy that acts for its agent.
 */
package io.htsrl.policies.agents;

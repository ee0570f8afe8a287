/** Noisy layers: {@link io.htsrl.policies.noise.NoisyPolicy} explores by noise on a network's parameters. */
package io.htsrl.policies.noise;

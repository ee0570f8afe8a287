/**
 * What a network is: its configuration, {@link MlpConfig} or {@link ConvConfig}, its {@link Heads}, and
 * {@link MlpLayout} or {@link ConvLayout}, which say where each tensor lies in the one flat parameter vector that
 * snapshots, optimisers, checkpoints and digests work on; {@link OrthogonalInitializer} fills it. A
 * {@link PolicyNetwork} acts, and gives a {@link GradientNetwork}, which learns; {@link NetworkInput} makes floats of
 * observations for both.
 */
package io.htsrl.policies.network;

/**
 * What a network is: its configuration, {@link MlpConfig}, {@link ConvConfig} or {@link TableConfig}, its {@link Heads}, and
 * {@link MlpLayout}, {@link ConvLayout} or {@link TableLayout}, which say where each tensor lies in the one flat parameter vector that
 * snapshots, optimisers, checkpoints and digests work on; {@link OrthogonalInitializer} fills it, or
 * {@link UniformInitializer}. A {@link PolicyNetwork} acts, and gives a {@link GradientNetwork}, which learns;
 * {@link CriticNetwork} is what algorithms have that learn what actions are worth, as {@link CriticsLayout} says;
 * {@link NetworkInput} makes floats of observations for all.
 */
package io.htsrl.policies.network;

/**
 * Definition of a network: its configuration, {@link MlpConfig}, {@link ConvConfig} or {@link TableConfig}, its
 * {@link Heads}, and its layout, {@link MlpLayout}, {@link ConvLayout} or {@link TableLayout}: the place of each tensor
 * in the one flat parameter vector of snapshots, optimisers, checkpoints and digests. {@link OrthogonalInitializer}
 * fills it. A {@link PolicyNetwork} acts and makes the {@link GradientNetwork} that learns; {@link CriticsLayout}
 * describes critics; {@link NetworkInput} converts observations to floats.
 */
package io.htsrl.policies.network;

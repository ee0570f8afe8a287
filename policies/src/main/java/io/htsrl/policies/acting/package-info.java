/**
 * Networks as they act, row-stable; {@link Networks} makes them.
 *
 * <ul>
 *   <li>{@link MlpPolicy}: {@code ForwardPlan} says which layers are computed together, {@code MlpSnapshot} packs their
 *       weights, {@code MlpForward} runs them on the kernel.</li>
 *   <li>{@link ConvPolicy}, for networks that read frames: {@code ConvSnapshot} packs their weights,
 *       {@code ConvForward} reads frames with {@code FrameReader}, takes each row through a {@code ConvTorso}, step by
 *       step from {@code Image} to {@code Image}, and then all rows through the dense layers. Every convolution and
 *       dense layer is the kernel's product over windows.</li>
 *   <li>{@link JointPolicy}: such a network with what only the learner reads behind it in its parameter vector.</li>
 * </ul>
 *
 * <p>A policy gives its learner's side too, which is why this package knows {@link io.htsrl.policies.gradient}.
 */
package io.htsrl.policies.acting;

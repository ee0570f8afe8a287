/**
 * Acting networks, row-stable; {@link Networks} creates them.
 *
 * <ul>
 *   <li>{@link MlpPolicy}: {@code ForwardPlan} defines which layers are computed together, {@code MlpSnapshot} packs
 *       their weights, {@code MlpForward} runs them on the kernel.
 *   <li>{@link ConvPolicy}, for networks that read frames: {@code ConvSnapshot} packs their weights,
 *       {@code ConvForward} reads frames with {@code FrameReader}, takes each row through a {@code ConvTorso}, step by
 *       step from {@code Image} to {@code Image}, and then all rows through the dense layers. Every convolution and
 *       dense layer is the kernel's product over windows.
 *   <li>{@link RecurrentPolicy}: any of them with a memory before its heads.
 *   <li>{@link ImplicitPolicy}: any of them with implicit quantiles before its head.
 *   <li>{@link JointPolicy}: such a network with the learner's additional parameters behind it in its vector.
 * </ul>
 *
 * <p>A policy also creates its learner's side, so this package depends on {@link io.htsrl.policies.gradient}.
 */
package io.htsrl.policies.acting;

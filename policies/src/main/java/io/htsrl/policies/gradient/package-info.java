/**
 * Learner's networks on the JVM kernel: forward over a minibatch, then backward, with bits that depend on neither
 * threads nor machine.
 *
 * <ul>
 *   <li>{@link KernelMlp}: a list of {@code DenseStage}, each dense layers that read one {@code Matrix} and write
 *       another.
 *   <li>{@link KernelCritics}: several such lists side by side, {@code CriticPass}, over observations and actions, with
 *       the gradient of the actions too.
 *   <li>{@link KernelConv}, for networks that read frames: a {@code Torso} ({@code NatureTorso}, or {@code ImpalaTorso}
 *       of {@code ImpalaStep}), made of {@code ConvStage}, {@code ReluStep} and {@code MaxPoolGradient}, and dense
 *       stages behind it.
 *   <li>{@link RecurrentGradients}: a memory behind any of them, with backpropagation through time.
 *   <li>A {@code Team} of threads shares the units of one {@code Phase} after another ({@code Phases}). A unit is some
 *       rows or images of the minibatch, some columns, or a range of the weights: the terms of a sum and their order
 *       never depend on the units.
 *   <li>{@link LayoutGradientNetwork}: checks of the calls, for every backend; {@link DelegatingGradients}: a network
 *       around another.
 * </ul>
 */
package io.htsrl.policies.gradient;

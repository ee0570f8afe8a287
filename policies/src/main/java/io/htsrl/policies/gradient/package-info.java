/**
 * Networks as they learn on the JVM kernel: forward over a minibatch, then backward, with bits that neither threads nor
 * machine decide.
 *
 * <ul>
 *   <li>{@link KernelMlp}: a list of {@code DenseStage}, each dense layers that read one {@code Matrix} and write
 *       another.</li>
 *   <li>{@link KernelCritics}: several such lists side by side, {@code CriticPass}, over observations and actions, with
 *       the gradient of the actions too.</li>
 *   <li>{@link KernelConv}, for networks that read frames: a {@code Torso} ({@code NatureTorso}, or {@code ImpalaTorso}
 *       of {@code ImpalaStep}), made of {@code ConvStage}, {@code ReluStep} and {@code MaxPoolGradient}, and dense
 *       stages behind it.</li>
 *   <li>A {@code Team} of threads shares the units of one {@code Phase} after another ({@code Phases}). A unit is some
 *       rows or images of the minibatch, some columns, or a strip of the weights: what a sum is made of, and in which
 *       order, never depends on how work is cut into units.</li>
 *   <li>{@link LayoutGradientNetwork}: what calls must be like, for every backend.</li>
 * </ul>
 */
package io.htsrl.policies.gradient;

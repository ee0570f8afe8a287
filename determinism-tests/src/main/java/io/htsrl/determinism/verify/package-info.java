/**
 * The verification suite: runs one configuration many times under perturbations that must not change a bit.
 *
 * <ul>
 *   <li>{@link io.htsrl.determinism.verify.Matrix} makes the {@link io.htsrl.determinism.verify.PerturbedRun}s of a
 *       configuration, with {@link io.htsrl.determinism.verify.Delays} and
 *       {@link io.htsrl.determinism.verify.ChildJvm}.
 *   <li>{@link io.htsrl.determinism.verify.VerifySuite} makes them one after another and compares their
 *       {@link io.htsrl.determinism.verify.Chain}s with the first one's, interval by interval.
 *       {@link io.htsrl.determinism.verify.Repetitions} makes one: in this JVM, or in a child JVM through
 *       {@link io.htsrl.determinism.verify.ChildRuns}.
 *   <li>Where two differ, {@link io.htsrl.determinism.verify.Localizer} repeats both, each with a
 *       {@link io.htsrl.determinism.verify.Repetitions.Recording}, and
 *       {@link io.htsrl.determinism.verify.FirstDifference} finds the first bits that differ.
 * </ul>
 */
package io.htsrl.determinism.verify;

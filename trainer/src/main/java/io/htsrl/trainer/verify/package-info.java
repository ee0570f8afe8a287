/**
 * The verification suite: one configuration many times under perturbations that must not change a bit.
 *
 * <ul>
 *   <li>{@link io.htsrl.trainer.verify.Matrix} makes the {@link io.htsrl.trainer.verify.PerturbedRun}s of a
 *       configuration, with {@link io.htsrl.trainer.verify.Delays} and {@link io.htsrl.trainer.verify.ChildJvms}.</li>
 *   <li>{@link io.htsrl.trainer.verify.VerifySuite} makes them one after another and compares their
 *       {@link io.htsrl.trainer.verify.Chain}s with the first one's, interval by interval.
 *       {@link io.htsrl.trainer.verify.Repetitions} makes one: in this JVM, or in one of its own through
 *       {@link io.htsrl.trainer.verify.ChildRuns}.</li>
 *   <li>Where two differ, {@link io.htsrl.trainer.verify.Localizer} makes both again, each with a
 *       {@link io.htsrl.trainer.verify.Recording}, and {@link io.htsrl.trainer.verify.FirstDifference} finds the first
 *       bits that are not the same.</li>
 * </ul>
 */
package io.htsrl.trainer.verify;

/**
 * Optimizer steps: {@link io.htsrl.learners.optim.GradientStep} clips it, applies an
 * {@link io.htsrl.learners.optim.Optimizer} with the {@link io.htsrl.learners.optim.GradientStep.LearningRate} of the
 * update, and rejects numbers that are not finite ({@link io.htsrl.learners.optim.FiniteCheck}). Independent of the
 * algorithms.
 */
package io.htsrl.learners.optim;

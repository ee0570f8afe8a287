/**
 * From a gradient to a step: {@link io.htsrl.learners.optim.GradientStep} clips it, applies an {@link
 * io.htsrl.learners.optim.Optimizer} with the {@link io.htsrl.learners.optim.GradientStep.LearningRate} of the update, and
 * refuses what is not {@link io.htsrl.learners.optim.FiniteCheck}. Knows nothing of algorithms.
 */
package io.htsrl.learners.optim;

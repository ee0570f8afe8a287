/**
 * From a gradient to a step: {@link io.htsrl.learners.optim.Descent} clips it, applies an {@link
 * io.htsrl.learners.optim.Optimizer} with the {@link io.htsrl.learners.optim.LearningRate} of the update, and
 * refuses what is not {@link io.htsrl.learners.optim.Finite}. Knows nothing of algorithms.
 */
package io.htsrl.learners.optim;

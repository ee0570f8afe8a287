/**
 * Learning: from a bank to new parameters, whatever the algorithm.
 *
 *
 * <p>{@link io.htsrl.learners.Algorithm} is the service that an algorithm is found by, {@link
 * io.htsrl.learners.Algorithms} the directory of them all; {@link io.htsrl.learners.AlgorithmConfig} is what its
 * settings tell a run, {@link io.htsrl.learners.LearnerInputs} what a run gives its {@link
 * io.htsrl.learners.Learner}. {@link io.htsrl.learners.LearningStage} applies a learner at its place in the
 * schedule, with the exactly one-step-delayed update, and {@link io.htsrl.learners.LearnerWorker} runs the stage on
 * the learner's thread.
 *
 * <p>Each algorithm has a package below, which nobody else knows; what they share lies in {@code onpolicy}, {@code
 * offpolicy}, {@code statistics} and {@code optim}. This package knows {@code optim} alone.
 */
package io.htsrl.learners;

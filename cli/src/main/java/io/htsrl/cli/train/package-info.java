/**
 * {@code hts train} and {@code hts resume}: one run, from the claim of its folder to its exit code.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.train.TrainSession} owns the run directory and handles failures
 *       ({@link io.htsrl.cli.train.FailureReport}); it runs a {@link io.htsrl.trainer.run.TrainingRunner}, with an
 *       evaluator beside it where evaluations are wanted ({@link io.htsrl.trainer.evaluation.EvaluatedTraining}).
 *   <li>{@link io.htsrl.cli.train.ResumePlan} says how a recorded run continues;
 *       {@link io.htsrl.cli.train.CheckpointIdentity} refuses another run's checkpoint.
 *   <li>The user sees {@link io.htsrl.cli.train.Progress} during the run, {@link io.htsrl.cli.train.RunTexts} and
 *       {@link io.htsrl.cli.train.TimeTexts} before and after, {@link io.htsrl.cli.train.TraceOutput} where a trace is
 *       wanted.
 * </ul>
 */
package io.htsrl.cli.train;

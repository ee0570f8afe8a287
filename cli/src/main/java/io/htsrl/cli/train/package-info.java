/**
 * {@code hts train} and {@code hts resume}: one run, from the claim of its folder to its exit code.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.train.TrainSession} owns the run directory and what becomes of failures
 *       ({@link io.htsrl.cli.train.FailureReport}); it runs a {@link io.htsrl.trainer.run.TrainingRunner}, with an
 *       evaluator beside it where one is asked for ({@link io.htsrl.trainer.evaluation.EvaluatedTraining}).</li>
 *   <li>{@link io.htsrl.cli.train.ResumePlan} is how a recorded run goes on;
 *       {@link io.htsrl.cli.train.CheckpointIdentity} keeps it from going on from another run's checkpoint.</li>
 *   <li>What the user sees: {@link io.htsrl.cli.train.Progress} meanwhile, {@link io.htsrl.cli.train.RunTexts} and
 *       {@link io.htsrl.cli.train.TimeTexts} before and after, {@link io.htsrl.cli.train.TraceOutput} where a trace is
 *       wanted.</li>
 * </ul>
 */
package io.htsrl.cli.train;

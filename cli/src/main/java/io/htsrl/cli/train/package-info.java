/**
 * {@code hts train} and {@code hts resume}: one run, from the claim of its folder to its exit code.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.TrainSession} owns the run directory and what becomes of failures
 *       ({@link io.htsrl.cli.FailureReport}); it runs a {@link io.htsrl.cli.TrainingRunner}, with an evaluator beside
 *       it where one is asked for ({@link io.htsrl.cli.EvaluatedTraining}).</li>
 *   <li>{@link io.htsrl.cli.Continuation} is how a recorded run goes on; {@link io.htsrl.cli.CheckpointIdentity}
 *       keeps it from going on from another run's checkpoint.</li>
 *   <li>What the user sees: {@link io.htsrl.cli.Progress} meanwhile, {@link io.htsrl.cli.RunTexts} and
 *       {@link io.htsrl.cli.TimeTexts} before and after, {@link io.htsrl.cli.TraceOutput} where a trace is
 *       wanted.</li>
 * </ul>
 */
package io.htsrl.cli.train;

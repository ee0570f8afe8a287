/**
 * The command line {@code hts}: what the user says becomes a {@link io.htsrl.trainer.config.RunConfig}, and a run's
 * progress becomes text. The only package that writes to stdout.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.Hts} is the program: its subcommands are {@link io.htsrl.cli.TrainCommand},
 *       {@link io.htsrl.cli.EnvsCommand} and others; a further one is a class
 *       of its own, added in {@link io.htsrl.cli.Hts#commandLine}, or comes from another jar through
 *       {@link io.htsrl.cli.CommandProvider}.</li>
 *   <li>What can be set is the table {@link io.htsrl.cli.Setting}: flags, help, keys of configuration files and
 *       {@code config.yaml} all come from it. {@link io.htsrl.cli.Applicability} says which algorithms a
 *       setting means something to; with others it is refused.</li>
 *   <li>Where values come from: {@link io.htsrl.cli.Layer}s, made by {@link io.htsrl.cli.Presets},
 *       {@link io.htsrl.cli.ConfigFile} and {@link io.htsrl.cli.TrainOptions}, laid over each other by
 *       {@link io.htsrl.cli.Values}, checked and concluded by {@link io.htsrl.cli.ConfigResolver} into
 *       a {@link io.htsrl.cli.ResolvedRun}, written back by {@link io.htsrl.cli.ConfigYaml}.</li>
 *   <li>Running: {@link io.htsrl.cli.TrainSession} owns the run directory, the exit code and
 *       {@link io.htsrl.cli.Interruption} (Ctrl-C); it runs a {@link io.htsrl.cli.TrainingRunner}.</li>
 *   <li>Evaluating: {@link io.htsrl.cli.EvaluatedTraining} puts an evaluator beside a training,
 *       {@link io.htsrl.cli.EvaluateCommand} loads a {@link io.htsrl.cli.TrainedPolicy},
 *       {@link io.htsrl.cli.SweepCommand} resolves many runs with {@link io.htsrl.cli.SweepPlan} and
 *       runs them in a {@link io.htsrl.cli.SweepSession}.</li>
 *   <li>Playing: {@link io.htsrl.cli.PlayCommand}, as {@code evaluate} a
 *       {@link io.htsrl.cli.PolicyCommand}, shows a policy in the terminal
 *       ({@link io.htsrl.cli.LiveScreen}) or records it.</li>
 *   <li>Showing: {@link io.htsrl.cli.Progress} and {@link io.htsrl.cli.RunTexts}.</li>
 * </ul>
 */
package io.htsrl.cli;

/**
 * The command line {@code hts}: what the user says becomes a {@link io.htsrl.trainer.RunConfig}, and a run's progress
 * becomes text. The only package that writes to stdout.
 *
 * <ul>
 *   <li>{@link io.htsrl.trainer.cli.Hts} is the program: its subcommands are {@link io.htsrl.trainer.cli.TrainCommand},
 *       {@link io.htsrl.trainer.cli.EnvsCommand} and {@link io.htsrl.trainer.cli.DiffCommand}; a further one is a class
 *       of its own, added in {@link io.htsrl.trainer.cli.Hts#commandLine}, or comes from another jar through
 *       {@link io.htsrl.trainer.cli.CommandProvider}.</li>
 *   <li>What can be set is the table {@link io.htsrl.trainer.cli.Setting}: flags, help, keys of configuration files and
 *       {@code config.yaml} all come from it. {@link io.htsrl.trainer.cli.Applicability} says which algorithms a
 *       setting means something to; with others it is refused.</li>
 *   <li>Where values come from: {@link io.htsrl.trainer.cli.Layer}s, made by {@link io.htsrl.trainer.cli.Presets},
 *       {@link io.htsrl.trainer.cli.ConfigFile} and {@link io.htsrl.trainer.cli.TrainOptions}, laid over each other by
 *       {@link io.htsrl.trainer.cli.Values}, checked and concluded by {@link io.htsrl.trainer.cli.ConfigResolver} into
 *       a {@link io.htsrl.trainer.cli.ResolvedRun}, written back by {@link io.htsrl.trainer.cli.ConfigYaml}.</li>
 *   <li>Running: {@link io.htsrl.trainer.cli.TrainSession} owns the run directory, the exit code and
 *       {@link io.htsrl.trainer.cli.Interruption} (Ctrl-C); it runs a {@link io.htsrl.trainer.cli.TrainingRunner}.</li>
 *   <li>Comparing: {@link io.htsrl.trainer.cli.DiffCommand} makes a {@link io.htsrl.trainer.cli.RunDiff} of two run
 *       directories, which {@link io.htsrl.trainer.cli.DiffTexts} and {@link io.htsrl.trainer.cli.DiffJson} tell;
 *       which settings decide bits is the table {@link io.htsrl.trainer.cli.Influence}.</li>
 *   <li>Evaluating: {@link io.htsrl.trainer.cli.EvaluatedTraining} puts an evaluator beside a training,
 *       {@link io.htsrl.trainer.cli.EvaluateCommand} loads a {@link io.htsrl.trainer.cli.TrainedPolicy},
 *       {@link io.htsrl.trainer.cli.SweepCommand} resolves many runs with {@link io.htsrl.trainer.cli.SweepPlan} and
 *       runs them in a {@link io.htsrl.trainer.cli.SweepSession}.</li>
 *   <li>Playing: {@link io.htsrl.trainer.cli.PlayCommand}, as {@code evaluate} a
 *       {@link io.htsrl.trainer.cli.PolicyCommand}, shows a policy in the terminal
 *       ({@link io.htsrl.trainer.cli.LiveScreen}) or records it.</li>
 *   <li>Verifying: {@link io.htsrl.trainer.cli.VerifyCommand} resolves as {@code train} does,
 *       {@link io.htsrl.trainer.cli.VerifySession} runs {@link io.htsrl.trainer.verify}'s suite,
 *       {@link io.htsrl.trainer.cli.VerifyTable} shows it, {@link io.htsrl.trainer.cli.VerifyChildCommand} is its other
 *       end in a JVM of its own.</li>
 *   <li>Showing: {@link io.htsrl.trainer.cli.Progress} and {@link io.htsrl.trainer.cli.RunTexts}.</li>
 * </ul>
 */
package io.htsrl.trainer.cli;

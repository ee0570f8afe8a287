/**
 * The command line {@code hts}: turns the user's settings into a {@link io.htsrl.trainer.config.RunConfig}, and a run's
 * progress into text. Only this package and those below it write to stdout.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.Hts} is the program. Most commands have their own packages:
 *       {@link io.htsrl.cli.train.TrainCommand} and {@link io.htsrl.cli.train.ResumeCommand},
 *       {@link io.htsrl.cli.sweep.SweepCommand}, {@link io.htsrl.cli.evaluate.EvaluateCommand},
 *       {@link io.htsrl.cli.play.PlayCommand}, {@link io.htsrl.cli.doctor.DoctorCommand}; those that only list
 *       something, {@link io.htsrl.cli.EnvsCommand} and {@link io.htsrl.cli.PresetsCommand}, are here.
 *   <li>A further command is one more line in {@link io.htsrl.cli.Hts#commandLine}, or comes from another jar through
 *       {@link io.htsrl.cli.CommandProvider}.
 *   <li>Commands are built from {@code settings}, which converts between flags, files and runs; {@code rundir}, the
 *       files of a run; {@code signals}, which ends runs on Ctrl-C; and {@code terminal}, the output. These packages
 *       know no command, and no command knows {@link io.htsrl.cli.Hts}.
 * </ul>
 */
package io.htsrl.cli;

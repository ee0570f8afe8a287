/**
 * The command line {@code hts}: what the user says becomes a {@link io.htsrl.trainer.config.RunConfig}, and a run's
 * progress becomes text. Only this package and those below it write to stdout.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.Hts} is the program. Its commands lie in packages of their own:
 *       {@link io.htsrl.cli.train.TrainCommand} and {@link io.htsrl.cli.train.ResumeCommand},
 *       {@link io.htsrl.cli.sweep.SweepCommand}, {@link io.htsrl.cli.evaluate.EvaluateCommand},
 *       {@link io.htsrl.cli.play.PlayCommand}, {@link io.htsrl.cli.doctor.DoctorCommand}; those that only list
 *       something, {@link io.htsrl.cli.EnvsCommand} and {@link io.htsrl.cli.PresetsCommand}, are here.</li>
 *   <li>A further command is one more line in {@link io.htsrl.cli.Hts#commandLine}, or comes from another jar through
 *       {@link io.htsrl.cli.CommandProvider}.</li>
 *   <li>What commands are made of: {@code settings}, from flags and files to a run and back; {@code rundir}, what a
 *       run leaves behind; {@code signals}, how Ctrl-C ends it; {@code terminal}, how things are told. None of them
 *       knows a command, and no command knows {@link io.htsrl.cli.Hts}.</li>
 * </ul>
 */
package io.htsrl.cli;

/**
 * Commands of the verification suite, added to {@code hts} by
 * {@link io.htsrl.determinism.commands.DeterminismCommands}.
 *
 * <ul>
 *   <li>Verification: {@link io.htsrl.determinism.commands.VerifyCommand} resolves as {@code train} does,
 *       {@link io.htsrl.determinism.commands.VerifyCommand.VerifySession} runs {@link io.htsrl.determinism.verify}'s
 *       suite, {@link io.htsrl.determinism.commands.VerifyTable} shows it,
 *       {@link io.htsrl.determinism.commands.VerifyChildCommand} runs in a child JVM.
 *   <li>Comparison: {@link io.htsrl.determinism.commands.DiffCommand} makes a
 *       {@link io.htsrl.determinism.commands.RunDiff} of two run directories, which
 *       {@link io.htsrl.determinism.commands.DiffTexts} and {@link io.htsrl.determinism.commands.DiffCommand.DiffJson}
 *       print; {@link io.htsrl.cli.settings.CliSettings#decidesBits} says which settings decide bits.
 *   <li>Reproduction: {@link io.htsrl.determinism.commands.ReproduceCommand}, and for entries of the zoo
 *       {@link io.htsrl.determinism.commands.ZooReproduceCommand} and
 *       {@link io.htsrl.determinism.commands.ZooCheckCommand}, train again by
 *       {@link io.htsrl.determinism.commands.Reproduction} against a
 *       {@link io.htsrl.determinism.commands.RecordedChain}; {@link io.htsrl.determinism.commands.RecordedDifference}
 *       says what the run's files tell of a difference.
 *   <li>Bisection: {@link io.htsrl.determinism.commands.BisectCommand} compares builds by
 *       {@link io.htsrl.determinism.bisect}.
 * </ul>
 */
package io.htsrl.determinism.commands;

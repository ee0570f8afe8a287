/**
 * Random damages of run directories and the reactions of the commands that open one:
 * {@link io.htsrl.benchmarks.damages.Damages} is the program, {@link io.htsrl.benchmarks.damages.Damage} damages a
 * file, {@link io.htsrl.benchmarks.damages.RunFolders} holds the run directories,
 * {@link io.htsrl.benchmarks.damages.TimedCommand} runs a command within a time limit.
 */
package io.htsrl.benchmarks.damages;

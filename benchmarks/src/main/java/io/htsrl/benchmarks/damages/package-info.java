/**
 * Random damages of run directories, and what the commands that open one make of them: {@link
 * io.htsrl.benchmarks.damages.Damages} is the program, {@link io.htsrl.benchmarks.damages.Damage} what is done to a
 * file, {@link io.htsrl.benchmarks.damages.Material} the run directories, {@link
 * io.htsrl.benchmarks.damages.TimedCommand} runs a command within a time limit.
 */
package io.htsrl.benchmarks.damages;

/**
 * Wires the pipeline. {@link io.htsrl.trainer.Trainer} is the page that shows who is connected to whom;
 * {@link io.htsrl.trainer.ConcurrentRun} and {@link io.htsrl.trainer.SerialRun} are the two ways to drive it, which
 * give the same bits; a {@link io.htsrl.trainer.Connection} is all in which schedules differ;
 * {@link io.htsrl.trainer.Swap} is what happens between intervals;
 * {@link io.htsrl.trainer.watch.Watchdog} ends a run whose environment hangs; {@link io.htsrl.trainer.OpenParts} closes what
 * it opened; {@link io.htsrl.trainer.TimeSheet} accounts for the threads' time; {@link io.htsrl.trainer.Recorder} turns
 * completed intervals into digests, episodes and reports.
 */
package io.htsrl.trainer;

/**
 * Wires the pipeline and drives it; internal but for {@link Trainer} and {@link StartCheck}. {@link Trainer} is the
 * page that shows who is connected to whom; {@code ConcurrentRun} and {@code SerialRun} are the two ways to drive it,
 * which give the same bits; a {@code Connection} is all in which schedules differ; {@code BankConnection.swap} is what happens between
 * intervals, and {@code RunState} what is kept of a run there; {@code ResourceStack} closes what was opened;
 * {@code RoleClocks} accounts for the threads' time; {@code Recorder} turns completed intervals into digests, episodes
 * and reports.
 */
package io.htsrl.trainer.run;

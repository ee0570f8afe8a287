/**
 * Wires the pipeline and drives it; internal but for {@link Trainer} and {@link StartCheck}. {@link Trainer} shows how
 * all parts are connected; {@code ConcurrentRun} and {@code SerialRun} drive it in two ways with the same bits. A
 * {@code Connection} has the differences between schedules; {@code BankConnection.swap} runs between intervals, and
 * {@code RunState} saves a run there. {@code ResourceStack} closes resources; {@code RoleClocks} accounts for the
 * threads' time; {@code Recorder} turns completed intervals into digests, episodes and reports.
 */
package io.htsrl.trainer.run;

/**
 * {@code hts experiment}: the throughput of the schedules where step times vary, and the paper's predictions of it.
 * Every experiment is an {@link io.htsrl.experiments.ExperimentCommand} with a {@link io.htsrl.experiments.Row.Grid} of
 * cells; a cell is one or more {@link io.htsrl.experiments.MeasuredRun}s. A {@link io.htsrl.experiments.CellLog} keeps
 * finished cells; a {@link io.htsrl.experiments.Report} writes tables and
 * {@link io.htsrl.experiments.ExperimentChart}s.
 */
package io.htsrl.experiments;

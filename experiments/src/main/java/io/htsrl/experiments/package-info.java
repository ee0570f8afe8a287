/**
 * {@code hts experiment}: the throughput of the schedules where step times vary, and the paper's predictions of it. Every
 * experiment is an {@link io.htsrl.experiments.ExperimentCommand} with a {@link io.htsrl.experiments.Row.Grid} of cells,
 * each a {@link io.htsrl.experiments.MeasuredRun} or several. Finished cells are kept in a
 * {@link io.htsrl.experiments.CellLog}; a {@link io.htsrl.experiments.Report} takes tables and
 * {@link io.htsrl.experiments.ExperimentChart}s.
 */
package io.htsrl.experiments;

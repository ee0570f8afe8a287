/**
 * {@code hts experiment}: what the schedules are worth where step times vary, and what the paper predicts. Every
 * experiment is an {@link io.htsrl.benchmarks.experiments.ExperimentCommand} that makes an
 * {@link io.htsrl.benchmarks.experiments.Experiment}: a {@link io.htsrl.benchmarks.experiments.Grid} of cells, each a
 * {@link io.htsrl.benchmarks.experiments.MeasuredRun} or several. Finished cells are kept in a
 * {@link io.htsrl.benchmarks.experiments.CellLog}; a {@link io.htsrl.benchmarks.experiments.Report} takes tables and
 * {@link io.htsrl.benchmarks.experiments.Picture}s.
 */
package io.htsrl.benchmarks.experiments;

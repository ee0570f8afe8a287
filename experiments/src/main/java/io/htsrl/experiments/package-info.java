/**
 * {@code hts experiment}: what the schedules are worth where step times vary, and what the paper predicts. Every
 * experiment is an {@link io.htsrl.experiments.ExperimentCommand} that makes an
 * {@link io.htsrl.experiments.Experiment}: a {@link io.htsrl.experiments.Grid} of cells, each a
 * {@link io.htsrl.experiments.MeasuredRun} or several. Finished cells are kept in a
 * {@link io.htsrl.experiments.CellLog}; a {@link io.htsrl.experiments.Report} takes tables and
 * {@link io.htsrl.experiments.Picture}s.
 */
package io.htsrl.experiments;

/**
 * {@code hts sweep}: {@link io.htsrl.cli.sweep.SweepSpace} reads the varied settings,
 * {@link io.htsrl.cli.sweep.SweepPlan} makes candidates of them, and a {@link io.htsrl.cli.sweep.SweepSchedule} their
 * runs, round after round: {@link io.htsrl.cli.sweep.SweepRungs} where a search halves, and
 * {@link io.htsrl.cli.sweep.SweepPopulation}. {@link io.htsrl.cli.sweep.SweepSession} trains each
 * {@link io.htsrl.cli.sweep.SweepRun} by {@link io.htsrl.cli.sweep.GridRunner}, which experiments use too,
 * {@link io.htsrl.cli.sweep.SweepResults} ranks the candidates, and {@link io.htsrl.cli.sweep.SweepReport} and
 * {@link io.htsrl.cli.sweep.SweepJournal} write the results.
 */
package io.htsrl.cli.sweep;

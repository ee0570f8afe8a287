/**
 * {@code hts sweep}: {@link io.htsrl.cli.sweep.SweepSpace} reads what varies, {@link io.htsrl.cli.sweep.SweepPlan} makes
 * candidates of it, and {@link io.htsrl.cli.sweep.SweepRungs} their runs, rung after rung where a search halves. {@link
 * io.htsrl.cli.sweep.SweepSession} trains one {@link io.htsrl.cli.sweep.SweepRun} after another, {@link
 * io.htsrl.cli.sweep.SweepResults} ranks what they came to, and {@link io.htsrl.cli.sweep.SweepReport}, {@link
 * io.htsrl.cli.sweep.SweepTable} and {@link io.htsrl.cli.sweep.SweepJournal} tell it.
 */
package io.htsrl.cli.sweep;

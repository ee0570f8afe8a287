/**
 * {@code hts sweep}: {@link io.htsrl.cli.sweep.SweepPlan} resolves the runs of several seeds and algorithms,
 * {@link io.htsrl.cli.sweep.SweepSession} trains one {@link io.htsrl.cli.sweep.SweepRun} after another, and
 * {@link io.htsrl.cli.sweep.SweepReport} tells what they come to, a {@link io.htsrl.cli.sweep.SweepSummary} for each
 * algorithm.
 */
package io.htsrl.cli.sweep;

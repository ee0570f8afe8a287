/**
 * {@code hts sweep}: {@link io.htsrl.cli.SweepPlan} resolves the runs of several seeds and algorithms,
 * {@link io.htsrl.cli.SweepSession} trains one {@link io.htsrl.cli.SweepRun} after another, and
 * {@link io.htsrl.cli.SweepReport} tells what they come to, a {@link io.htsrl.cli.SweepSummary} for each algorithm.
 */
package io.htsrl.cli.sweep;

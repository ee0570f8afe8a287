package io.htsrl.cli.train;

import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;

/**
 * Shows how far a run is: a {@link BarProgress} on a terminal, {@link PlainProgress} in a pipe or a file. Called by
 * the run's thread for every interval, so it must decide within nanoseconds that there is nothing to show yet.
 */
interface Progress extends TrainingListener {

    /** Shows the interval, or leaves it out. */
    @Override
    void onInterval(IntervalReport report);

    /** Ends the display, so that what is printed next begins on a line of its own. Called after the run. */
    void end();

    /** Shows nothing. */
    Progress NONE = new Progress() {
        @Override
        public void onInterval(IntervalReport report) {
            // quiet
        }

        @Override
        public void end() {
            // nothing to end
        }
    };
}

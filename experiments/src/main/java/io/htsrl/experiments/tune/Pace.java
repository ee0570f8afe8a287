package io.htsrl.experiments.tune;

/**
 * How long is measured. Immutable.
 *
 * @param warmUp    before anything else, for compiling
 * @param profile   of a run that shows what roles cost
 * @param handOver  of a run that shows what hand-overs cost
 * @param steps     seconds for single steps
 * @param candidate of a run of a setting that may win
 * @param rounds    in which all candidates take turns
 */
record Pace(
        WarmUp warmUp,
        TimedRun.Window profile,
        TimedRun.Window handOver,
        double steps,
        TimedRun.Window candidate,
        int rounds) {

    /**
     * Runs before those that count, for compiling.
     *
     * @param window of each
     * @param least  seconds of all
     * @param most   seconds after which none begins
     */
    record WarmUp(TimedRun.Window window, double least, double most) {
        private static final double STEADY = 1.1;

        /** Whether another run is wanted, after so many seconds and runs of these steps per second. */
        boolean goesOn(double seconds, double before, double now) {
            return seconds < most && (seconds < least || now > STEADY * before);
        }
    }

    /** Half a minute where intervals are short. */
    static final Pace USUAL = new Pace(
            new WarmUp(new TimedRun.Window(0, 0.8, 1), 3, 10),
            new TimedRun.Window(0.4, 1, 2),
            new TimedRun.Window(0.2, 0.4, 2),
            1,
            new TimedRun.Window(0.4, 1.2, 2),
            2);

    /** As short as can be, where figures do not matter. */
    static final Pace SHORTEST = new Pace(
            new WarmUp(new TimedRun.Window(0, 0, 1), 0, 0),
            new TimedRun.Window(0, 0, 1),
            new TimedRun.Window(0, 0, 1),
            0.001,
            new TimedRun.Window(0, 0, 1),
            1);
}

package io.htsrl.trainer.logging;

import io.htsrl.trainer.gauge.RunGauges;
import io.htsrl.trainer.report.IntervalReport;
import java.util.Optional;

/**
 * How a logger looks at a run while it goes, and what it may ask of it. Whoever wants to look says so while it is opened:
 * of a run that nobody looks at nothing is kept. Any thread; the run never waits for who looks.
 */
public interface RunDoors {

    /** Says that the run will be looked at. Before it begins. */
    void watch();

    /** Tells the user a line. */
    void tell(String line);

    /** The newest interval; empty before the first is complete. */
    Optional<IntervalReport> newest();

    /** What its threads show; empty until they are there. */
    Optional<RunGauges> gauges();

    /** Asks for an end at the next swap. */
    void stop();

    /** Asks for a checkpoint at the next swap; false where the run can take none. */
    boolean checkpoint();

    /** Of a run at which nobody can look, and which nobody hears. */
    static RunDoors closed() {
        return ClosedDoors.CLOSED;
    }
}

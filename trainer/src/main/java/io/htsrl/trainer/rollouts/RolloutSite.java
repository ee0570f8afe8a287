package io.htsrl.trainer.rollouts;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.storage.BankShape;

/**
 * The parts of a run that an engine uses. Immutable but for the states.
 *
 * @param shape    of its banks
 * @param states   states in which its replicas begin the next interval
 * @param control  ends the run and every wait
 * @param timeline records activities, with a row for each machine
 */
public record RolloutSite(BankShape shape, StartStates states, RunControl control, Timeline timeline) {

    /** Creates a site without a timeline. */
    public RolloutSite(BankShape shape, StartStates states, RunControl control) {
        this(shape, states, control, Timeline.off());
    }
}

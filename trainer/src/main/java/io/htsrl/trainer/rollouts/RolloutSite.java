package io.htsrl.trainer.rollouts;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.storage.BankShape;

/**
 * What a run gives an engine. Immutable but for the states.
 *
 * @param shape    of its banks
 * @param states   of its replicas, as they begin the next interval
 * @param control  ends the run, and with it every wait
 * @param timeline for who does what when, a row for each machine
 */
public record RolloutSite(BankShape shape, StartStates states, RunControl control, Timeline timeline) {

    /** Without a timeline. */
    public RolloutSite(BankShape shape, StartStates states, RunControl control) {
        this(shape, states, control, Timeline.off());
    }
}

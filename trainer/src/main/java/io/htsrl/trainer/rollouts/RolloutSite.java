package io.htsrl.trainer.rollouts;

import io.htsrl.core.run.RunControl;
import io.htsrl.storage.BankShape;

/**
 * What a run gives an engine. Immutable but for the states.
 *
 * @param shape   of its banks
 * @param states  of its replicas, as they begin the next interval
 * @param control ends the run, and with it every wait
 */
public record RolloutSite(BankShape shape, StartStates states, RunControl control) {}

package io.htsrl.trainer.gauge;

/** Looks at a run from outside. */
@FunctionalInterface
public interface Onlooker {
    /** Does not. */
    Onlooker NONE = gauges -> {};

    /** The run is put together and about to begin; called once, by the thread that runs it. Keep them, and read later. */
    void sees(RunGauges gauges);
}

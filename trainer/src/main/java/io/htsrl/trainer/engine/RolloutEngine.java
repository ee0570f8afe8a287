package io.htsrl.trainer.engine;

import io.htsrl.core.error.Violations;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import java.util.function.Consumer;

/**
 * Collects rollouts somewhere else than in this process; found as a service: a class with a public constructor without
 * parameters, named in {@code META-INF/services/io.htsrl.trainer.engine.RolloutEngine}. Its settings, which decide no
 * bits, are flags of {@code hts train}; they ask for it.
 */
public interface RolloutEngine {

    /** For messages, in lower case. */
    String name();

    /** Its settings: a record, each of whose components is annotated as a setting that decides no bits. */
    Class<? extends Record> settings();

    /** Whether these settings ask for it. */
    boolean isWanted(Record own);

    /** Adds what is wrong with its settings, beside numbers out of their range, and what it cannot run. */
    void check(Record own, RunConfig config, Violations violations);

    /**
     * Rollouts of a run, by these settings.
     *
     * @param tell hears what a person wants to know, line by line; any thread
     */
    RolloutSource source(Record own, RunConfig config, Consumer<String> tell);
}

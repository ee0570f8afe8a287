package io.htsrl.trainer.engine;

import io.htsrl.core.error.Violations;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import java.util.function.Consumer;

/**
 * Collects rollouts outside of this process. Found as a service: a class with a public constructor without parameters,
 * named in {@code META-INF/services/io.htsrl.trainer.engine.RolloutEngine}. Its settings decide no bits; they are flags
 * of {@code hts train}, and using one selects the engine.
 */
public interface RolloutEngine {

    /** Returns the name for messages, in lower case. */
    String name();

    /**
     * Returns the type of its settings: a record, each of whose components is annotated as a setting that decides no
     * bits.
     */
    Class<? extends Record> settings();

    /** Returns whether these settings select this engine. */
    boolean isWanted(Record own);

    /** Adds what is wrong with its settings, beside numbers out of their range, and what it cannot run. */
    void check(Record own, RunConfig config, Violations violations);

    /** Adds what only a made environment shows to be wrong. Called where all other settings are right. */
    void checkWithEnvironment(Record own, RunConfig config, Violations violations);

    /**
     * Returns the source of a run's rollouts, with these settings.
     *
     * @param tell receives lines for the user; any thread
     */
    RolloutSource source(Record own, RunConfig config, Consumer<String> tell);
}

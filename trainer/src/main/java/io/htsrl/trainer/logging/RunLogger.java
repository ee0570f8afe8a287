package io.htsrl.trainer.logging;

import io.htsrl.core.error.Violations;

/**
 * Sends what a run tells elsewhere, such as to TensorBoard; found as a service: a class with a public constructor without
 * parameters, named in {@code META-INF/services/io.htsrl.trainer.logging.RunLogger}. It describes itself and opens what
 * listens. {@code hts train --logger NAME} asks for it; a program gives one to {@code Training.logger}.
 *
 * <p>A new one is loaded for each run, so {@link #open} may return {@code this}, of a class that is both.
 */
public interface RunLogger {

    /** Settings of a logger that has none. */
    record NoSettings() {}

    /** What {@code --logger} takes, in lower case. */
    String name();

    /**
     * Its settings: a record, each of whose components is annotated as a setting that decides no bits. They are flags of
     * {@code hts train} and keys of {@code config.yaml}; begin their names with {@link #name}.
     */
    default Class<? extends Record> settings() {
        return NoSettings.class;
    }

    /** Whether these settings alone ask for it, without {@code --logger}. */
    default boolean isWanted(Record own) {
        return false;
    }

    /** Adds what is wrong with its settings, beside numbers out of their range. */
    default void check(Record own, Violations violations) {}

    /**
     * Begins to log a run. Called on the loggers' thread before the run begins, which waits for it for half a minute.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the user has to change something: nothing is run then
     * @throws Exception                                  when it cannot log: the user is warned, and it is left out
     */
    RunLog open(RunContext run) throws Exception;
}

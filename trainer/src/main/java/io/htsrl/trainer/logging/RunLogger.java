package io.htsrl.trainer.logging;

import io.htsrl.core.error.Violations;

/**
 * Sends a run's reports to another system, such as TensorBoard. Found as a service: a class with a public constructor
 * without parameters, named in {@code META-INF/services/io.htsrl.trainer.logging.RunLogger}. {@code hts train --logger
 * NAME} selects it; a program passes one to {@code Training.logger}.
 *
 * <p>A new instance is created for each run, so {@link #open} may return {@code this} if the class is also a
 * {@link RunLog}.
 */
public interface RunLogger {

    /** The settings of a logger that has none. */
    record NoSettings() {}

    /** Returns its name for {@code --logger}, in lower case. */
    String name();

    /**
     * Returns the type of its settings: a record, each of whose components is annotated as a setting that decides no
     * bits. They are flags of {@code hts train} and keys of {@code config.yaml}; their names must begin with
     * {@link #name}.
     */
    default Class<? extends Record> settings() {
        return NoSettings.class;
    }

    /** Returns whether these settings select the logger without {@code --logger}. */
    default boolean isWanted(Record own) {
        return false;
    }

    /** Adds what is wrong with its settings, beside numbers out of their range. */
    default void check(Record own, Violations violations) {}

    /**
     * Begins to log a run. Called on the loggers' thread before the run begins; the run waits up to half a minute.
     *
     * @throws io.htsrl.core.error.ConfigurationException when the user has to change something: nothing is run then
     * @throws Exception when it cannot log: the user is warned, and it is left out
     */
    RunLog open(RunContext run) throws Exception;
}

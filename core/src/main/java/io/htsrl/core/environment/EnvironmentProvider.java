package io.htsrl.core.environment;

import io.htsrl.core.error.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates environments by name; found through {@link java.util.ServiceLoader}. Stateless, any thread. */
public interface EnvironmentProvider {

    /** Returns the names that this provider knows, for {@code --help} and for messages about unknown names. */
    List<String> names();

    /**
     * Returns records whose components are settings: each sets the option of its name, and has a flag, a help text and
     * a key in files. Providers may share a record, such as {@link io.htsrl.core.python.Interpreter.InterpreterChoice}.
     */
    default List<Class<? extends Record>> settings() {
        return List.of();
    }

    /**
     * Lists environments that are registered outside of this JVM, such as in Python, which has to be started for it.
     *
     * @param options as for {@link #create}
     * @throws ConfigurationException when this provider has such a list and cannot obtain it
     */
    default List<Listed> list(Map<String, String> options) {
        return List.of();
    }

    /**
     * One listed environment.
     *
     * @param id as given with {@code --env}
     * @param origin its maker, in the words of its own language
     * @param maxEpisodeSteps the time limit; 0 for none
     */
    record Listed(String id, String origin, int maxEpisodeSteps) {}

    /** Returns whether {@link #create} knows this name. */
    default boolean provides(String id) {
        return names().contains(id);
    }

    /**
     * Returns the name under which this provider knows an environment that another program calls {@code id}, such as
     * {@code gym:HalfCheetah-v5} for {@code HalfCheetah-v4}; empty if it knows none.
     */
    default Optional<String> suggest(String id) {
        return Optional.empty();
    }

    /**
     * Returns the number of processes outside of this JVM that its replicas share; 0 if this JVM computes them. As many
     * executors as processes keep all of them busy: each executor then waits for one process.
     *
     * @param options as for {@link #create}; may be incomplete or invalid
     */
    default int processes(String id, Map<String, String> options) {
        return 0;
    }

    /**
     * Returns the third-party code that {@link #create} would run. This method runs no such code and refuses nothing. A
     * provider that does not override it counts as third-party code itself.
     *
     * @param options as for {@link #create}; may be incomplete or invalid
     */
    default List<ForeignCode> foreignCode(String id, Map<String, String> options) {
        return List.of(
                new ForeignCode("env", "the Java class " + getClass().getName() + ", with the options " + options));
    }

    /**
     * Creates a replica.
     *
     * @param id one of {@link #names()}
     * @param options settings of this kind of environment, by name; unknown ones are refused
     * @throws ConfigurationException when an option is not understood or does not fit
     */
    Environment create(String id, Map<String, String> options);

    /**
     * Creates a replica that may share its process with others; by default the same as {@link #create(String, Map)}.
     *
     * @param group the replicas that the same thread uses
     */
    default Environment create(String id, Map<String, String> options, ReplicaGroup group) {
        return create(id, options);
    }

    /**
     * Third-party code that would run when an environment is created. Immutable.
     *
     * @param setting setting that names it, such as {@code env} or {@code python}
     * @param text the code, for people: it completes "would run ..."
     */
    record ForeignCode(String setting, String text) {}
}

package io.htsrl.core.environment;

import io.htsrl.core.error.ConfigurationException;
import java.util.List;
import java.util.Map;

/** Makes environments by name; found through {@link java.util.ServiceLoader}. Stateless, any thread. */
public interface EnvironmentProvider {

    /** The names this provider makes, for {@code --help} and for messages about unknown names. */
    List<String> names();

    /**
     * Environments that somebody else keeps the list of: another language's, which has to be started to tell them.
     *
     * @param kind    whose list is wanted, such as {@code python}
     * @param options as for {@link #create}
     * @throws ConfigurationException when it is this provider's, and cannot be had as things are
     */
    default List<Listed> list(String kind, Map<String, String> options) {
        return List.of();
    }

    /**
     * One of them.
     *
     * @param id              as given with {@code --env}
     * @param origin          what makes it, as its own language says it
     * @param maxEpisodeSteps the time limit; 0 for none
     */
    record Listed(String id, String origin, int maxEpisodeSteps) {}

    /** Whether {@link #create} would know this name. */
    default boolean provides(String id) {
        return names().contains(id);
    }

    /**
     * The processes outside of this JVM that its replicas share; 0 where this JVM computes them. As many executors keep
     * all of them at work: each then waits for one alone.
     *
     * @param options as for {@link #create}, and perhaps none that it would take
     */
    default int processes(String id, Map<String, String> options) {
        return 0;
    }

    /**
     * Code that is not hts-rl's own and that {@link #create} would run. Runs nothing, and refuses nothing. A provider
     * that does not override this is such code itself.
     *
     * @param options as for {@link #create}, and perhaps none that it would take
     */
    default List<ForeignCode> foreignCode(String id, Map<String, String> options) {
        return List.of(
                new ForeignCode("env", "the Java class " + getClass().getName() + ", with the options " + options));
    }

    /**
     * A new replica.
     *
     * @param id      one of {@link #names()}
     * @param options settings of this kind of environment, by name; unknown ones are refused
     * @throws ConfigurationException when an option is not understood or does not fit
     */
    Environment create(String id, Map<String, String> options);

    /**
     * A new replica that may share with others what computes them; {@link #create(String, Map)} where it does not matter.
     *
     * @param group the replicas that the same thread uses
     */
    default Environment create(String id, Map<String, String> options, ReplicaGroup group) {
        return create(id, options);
    }

    /**
     * Code that is not hts-rl's own and that would run where an environment is made. Immutable.
     *
     * @param setting that names it, such as {@code env} or {@code python}
     * @param text    what would run, for people: it completes "would run ..."
     */
    record ForeignCode(String setting, String text) {}
}

package io.htsrl.core.environment;

import io.htsrl.core.error.ConfigurationException;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes the replicas of one environment: of one that a provider on the class path knows by name, or of a program's own.
 * Any thread; a program's own supplier is called by one thread at a time.
 */
public final class EnvironmentSource {
    private final String id;
    private final Map<String, String> options;
    private final Supplier<? extends Environment> own;
    private Function<ReplicaGroup, ? extends Environment> found;
    private Environment last;

    private EnvironmentSource(String id, Map<String, String> options, Supplier<? extends Environment> own) {
        this.id = id;
        this.options = options;
        this.own = own;
    }

    /** Replicas of the environment that a provider knows as {@code id}; who provides it is looked up once. */
    public static EnvironmentSource named(String id, Map<String, String> options) {
        return new EnvironmentSource(id, options, null);
    }

    /**
     * Replicas that a program makes itself.
     *
     * @param id for people: what messages and files call it
     */
    public static EnvironmentSource of(String id, Supplier<? extends Environment> maker) {
        return new EnvironmentSource(id, Map.of(), maker);
    }

    /** Whether replicas can be made at all: a name may be unknown. */
    public boolean exists() {
        return own != null || Environments.exists(id);
    }

    /** The name it is found by, or called. */
    public String id() {
        return id;
    }

    /**
     * A new replica, on its own.
     *
     * @throws ConfigurationException     when no provider knows the name, or an option does not fit
     * @throws EnvironmentFailedException when the environment cannot be made
     */
    public Environment create() {
        return create(new ReplicaGroup(1));
    }

    /**
     * A new replica.
     *
     * @param group the replicas that the same thread uses
     * @throws ConfigurationException     when no provider knows the name, or an option does not fit
     * @throws EnvironmentFailedException when the environment cannot be made
     */
    public Environment create(ReplicaGroup group) {
        Function<ReplicaGroup, ? extends Environment> maker = maker();
        Environment made;
        try {
            made = maker.apply(group);
        } catch (ConfigurationException | OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw new EnvironmentFailedException(
                    "environment (" + id + ") threw when it was made" + (own == null ? " with options " + options : "")
                            + ": " + e,
                    -1,
                    e);
        }
        check(made);
        checkSpec(made);
        return made;
    }

    /** A space that is none, such as a box with NaN bounds, is refused where it is described. */
    private void checkSpec(Environment made) {
        try {
            made.spec();
        } catch (IllegalArgumentException e) {
            throw new EnvironmentFailedException(
                    "environment (" + id + ") does not describe itself in spec(): " + e.getMessage(), -1, e);
        }
    }

    private synchronized void check(Environment made) {
        if (made == null) {
            throw new EnvironmentFailedException(
                    "environment (" + id + ") was not made: its supplier gave null", -1, null);
        }
        if (made == last) {
            throw new EnvironmentFailedException(
                    "environment (" + id
                            + ") was made once for two replicas, which must share nothing: let its supplier "
                            + "make a new one at each call",
                    -1,
                    null);
        }
        last = made;
    }

    private synchronized Function<ReplicaGroup, ? extends Environment> maker() {
        if (own != null) {
            return group -> own.get();
        }
        if (found == null) {
            EnvironmentProvider provider = Environments.provider(id);
            if (provider == null) {
                throw new ConfigurationException(
                        "--env",
                        id,
                        "names an environment on the class path",
                        "choose one of " + String.join(", ", Environments.names()));
            }
            found = group -> provider.create(id, options, group);
        }
        return found;
    }

    /**
     * What {@code question} finds out of a replica that is thrown away then.
     *
     * @throws ConfigurationException     as {@link #create}
     * @throws EnvironmentFailedException as {@link #create}
     */
    public <T> T ask(Function<Environment, T> question) {
        try (Environment environment = create()) {
            return question.apply(environment);
        }
    }
}

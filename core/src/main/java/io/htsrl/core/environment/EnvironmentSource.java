package io.htsrl.core.environment;

import io.htsrl.core.error.ConfigurationException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Creates the replicas of one environment: by the name that a provider on the class path knows, or with a program's
 * supplier. Any thread; a program's supplier is called by one thread at a time.
 */
public final class EnvironmentSource {
    /** One policy for all agents. */
    public static final String SHARED = "shared";

    private final String id;
    private final Map<String, String> options;
    private final Supplier<? extends Environment> own;
    private final UnaryOperator<Environment> view;
    private final UnaryOperator<Environment> wrapper;
    private final String policies;
    private Function<ReplicaGroup, ? extends Environment> found;
    private Environment last;

    private EnvironmentSource(
            String id,
            Map<String, String> options,
            Supplier<? extends Environment> own,
            UnaryOperator<Environment> view,
            UnaryOperator<Environment> wrapper,
            String policies) {
        this.id = id;
        this.options = options;
        this.own = own;
        this.view = view;
        this.wrapper = wrapper;
        this.policies = policies;
    }

    /** Returns a source of the environment {@code id}; its provider is looked up once. */
    public static EnvironmentSource named(String id, Map<String, String> options) {
        return new EnvironmentSource(id, options, null, UnaryOperator.identity(), UnaryOperator.identity(), SHARED);
    }

    /**
     * Returns a source that calls a program's supplier.
     *
     * @param id name in messages and files
     */
    public static EnvironmentSource of(String id, Supplier<? extends Environment> maker) {
        return new EnvironmentSource(id, Map.of(), maker, UnaryOperator.identity(), UnaryOperator.identity(), SHARED);
    }

    /** Returns a source of the same environment, wrapped. */
    public EnvironmentSource wrapped(UnaryOperator<Environment> newWrapper) {
        return new EnvironmentSource(id, options, own, view, newWrapper, policies);
    }

    /**
     * Returns a source of the same environment, whose agents have these policies.
     *
     * @param newPolicies {@code shared}, {@code separate} or a list of {@code AGENT=POLICY}; checked with each replica
     */
    public EnvironmentSource with(String newPolicies) {
        return new EnvironmentSource(id, options, own, view, wrapper, newPolicies);
    }

    /** Returns a source of views of the same environment; a view takes it before its agents are separated. */
    public EnvironmentSource viewed(UnaryOperator<Environment> newView) {
        return new EnvironmentSource(id, options, own, newView, wrapper, policies);
    }

    /** Returns whether replicas can be created; false if the name is unknown. */
    public boolean exists() {
        return own != null || Environments.exists(id);
    }

    /** Returns the environment's name. */
    public String id() {
        return id;
    }

    /**
     * Creates a replica that shares nothing with others.
     *
     * @throws ConfigurationException when no provider knows the name, or an option or the policies do not fit
     * @throws EnvironmentFailedException when the environment cannot be made
     */
    public Environment create() {
        return create(new ReplicaGroup(1));
    }

    /**
     * Creates a replica.
     *
     * @param group the replicas that the same thread uses
     * @throws ConfigurationException when no provider knows the name, or an option does not fit
     * @throws EnvironmentFailedException when the environment cannot be made
     */
    public Environment create(ReplicaGroup group) {
        Environment made = make(group);
        return wrapper.apply(made.agents().isEmpty() ? made : AgentEnvironment.alone(made, policies));
    }

    /**
     * Creates the replicas of all agents of one environment, in their order; one replica of an environment without
     * agents. As {@link #create(ReplicaGroup)}.
     */
    public List<Environment> createAll(ReplicaGroup group) {
        Environment made = make(group);
        List<? extends Environment> all =
                made.agents().isEmpty() ? List.of(made) : AgentEnvironment.all(made, policies);
        return all.stream().map(wrapper).toList();
    }

    private Environment make(ReplicaGroup group) {
        Function<ReplicaGroup, ? extends Environment> maker = maker();
        Environment made;
        try {
            made = maker.apply(group);
        } catch (ConfigurationException | EnvironmentFailedException | OutOfMemoryError e) {
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
        return view.apply(made);
    }

    /** Refuses an invalid space, such as a box with NaN bounds, where it is described. */
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
     * Applies {@code question} to a new replica, closes the replica and returns the answer.
     *
     * @throws ConfigurationException as {@link #create}
     * @throws EnvironmentFailedException as {@link #create}
     */
    public <T> T ask(Function<Environment, T> question) {
        try (Environment environment = create()) {
            return question.apply(environment);
        }
    }
}

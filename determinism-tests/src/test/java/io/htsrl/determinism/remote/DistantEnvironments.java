package io.htsrl.determinism.remote;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ReplicaGroup;
import io.htsrl.determinism.remote.DistantEnvironment.Comeback;
import io.htsrl.determinism.remote.DistantEnvironment.Fault;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes {@code Distant-v0}: CartPole, computed by a machine that the replicas of a group share. Options: {@code inner},
 * {@code comeback}, {@code fault} and {@code request} of the second replica of each group, or of {@code all};
 * {@code drift} of observations; {@code processes} that it claims to have. And {@code Together-v0}: see
 * {@link Together}.
 */
public final class DistantEnvironments implements EnvironmentProvider {
    static final String NAME = "Distant-v0";

    /** One machine, and who uses it. */
    private static final class Shared {
        private final Machine machine = new Machine(2, 17);
        private final AtomicInteger made = new AtomicInteger();
        private final AtomicInteger users = new AtomicInteger();

        void leave() {
            if (users.decrementAndGet() == 0) {
                machine.close();
            }
        }
    }

    @Override
    public List<String> names() {
        return List.of(NAME, Together.NAME);
    }

    /** As many as the option {@code processes} says: it is the name alone that is meant. */
    @Override
    public int processes(String id, Map<String, String> options) {
        return Integer.parseInt(options.getOrDefault("processes", "0"));
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        return create(id, options, new ReplicaGroup(1));
    }

    @Override
    public Environment create(String id, Map<String, String> options, ReplicaGroup group) {
        if (id.equals(Together.NAME)) {
            return group.shared(Together.class, () -> new Together(group.size()))
                    .replica();
        }
        Shared shared = group.shared(Shared.class, Shared::new);
        shared.users.incrementAndGet();
        boolean faulty = shared.made.incrementAndGet() == 2 || options.containsKey("all");
        return new DistantEnvironment(
                NAME,
                Environments.create(options.getOrDefault("inner", "CartPole-v1"), Map.of()),
                shared.machine,
                shared::leave,
                Comeback.valueOf(options.getOrDefault("comeback", "STATE")),
                faulty ? Fault.valueOf(options.getOrDefault("fault", "NONE")) : Fault.NONE,
                Long.parseLong(options.getOrDefault("request", "0")),
                Float.parseFloat(options.getOrDefault("drift", "0")));
    }
}

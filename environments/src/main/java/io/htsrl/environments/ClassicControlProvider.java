package io.htsrl.environments;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.error.Violations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the environments of this package with Gymnasium's time limits. None of them has an option. Stateless, any
 * thread.
 */
public final class ClassicControlProvider implements EnvironmentProvider {
    private static final List<String> NAMES = List.of(
            "Acrobot-v1", "CartPole-v1", "MountainCar-v0", "MountainCarContinuous-v0", "OracleChain-v0", "Pendulum-v1");

    @Override
    public List<String> names() {
        return NAMES;
    }

    /** None: these are hts-rl's own. */
    @Override
    public List<ForeignCode> foreignCode(String id, Map<String, String> options) {
        return List.of();
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        Violations violations = new Violations();
        violations.check(
                provides(id),
                "environment",
                id,
                "is none of the classic-control environments",
                "choose one of " + String.join(", ", NAMES));
        new TreeMap<>(options)
                .forEach((name, value) -> violations.add(
                        "option " + name,
                        value,
                        "is not understood by " + id + ", which has no options",
                        "leave it out"));
        violations.throwIfAny();
        return limited(id);
    }

    private static Environment limited(String id) {
        return switch (id) {
            case "Acrobot-v1" -> new TimeLimit(new Acrobot(), 500);
            case "CartPole-v1" -> new TimeLimit(new CartPole(), 500);
            case "MountainCar-v0" -> new TimeLimit(new MountainCar(), 200);
            case "MountainCarContinuous-v0" -> new TimeLimit(new MountainCarContinuous(), 999);
            case "OracleChain-v0" -> new TimeLimit(new OracleChain(), OracleChain.TIME_LIMIT);
            case "Pendulum-v1" -> new TimeLimit(new Pendulum(), 200);
            default -> throw new AssertionError(id + " is listed but not made");
        };
    }
}

package io.htsrl.environments.minatar;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.error.Violations;
import io.htsrl.environments.wrapper.TimeLimit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Creates the games of MinAtar: {@code MinAtar/Breakout-v0} with all six actions, {@code -v1} with those that have an
 * effect. The option {@code repeat-action-probability} is 0.1 if missing, {@code difficulty-ramping} true. Episodes are
 * truncated after 10,000 steps, since a policy may play some games for ever. Stateless, any thread.
 */
public final class MinAtarProvider implements EnvironmentProvider {
    private static final String NAMESPACE = "MinAtar/";
    private static final int TIME_LIMIT = 10_000;
    private static final String REPEAT = "repeat-action-probability";
    private static final String RAMPING = "difficulty-ramping";

    private static final Map<String, Function<MinAtarOptions, MinAtarGame>> GAMES = new TreeMap<>(Map.of(
            "Asterix", Asterix::new,
            "Breakout", Breakout::new,
            "Freeway", Freeway::new,
            "Seaquest", Seaquest::new,
            "SpaceInvaders", SpaceInvaders::new));

    private static final List<String> NAMES = GAMES.keySet().stream()
            .flatMap(game -> Stream.of(NAMESPACE + game + "-v0", NAMESPACE + game + "-v1"))
            .toList();

    @Override
    public List<String> names() {
        return NAMES;
    }

    /** Returns an empty list: these environments are part of hts-rl. */
    @Override
    public List<ForeignCode> foreignCode(String id, Map<String, String> options) {
        return List.of();
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        Violations.require(
                provides(id),
                "environment",
                id,
                "is none of MinAtar's games",
                "choose one of " + String.join(", ", NAMES));
        String game = id.substring(NAMESPACE.length(), id.length() - "-v1".length());
        return new TimeLimit(GAMES.get(game).apply(options(id, options)), TIME_LIMIT);
    }

    private static MinAtarOptions options(String id, Map<String, String> options) {
        Violations violations = new Violations();
        new TreeMap<>(options)
                .forEach((name, value) -> violations.check(
                        name.equals(REPEAT) || name.equals(RAMPING),
                        "option " + name,
                        value,
                        "is not understood by " + id,
                        "leave it out, or give " + REPEAT + " or " + RAMPING));
        String ramping = options.getOrDefault(RAMPING, "true");
        violations.check(
                ramping.equals("true") || ramping.equals("false"),
                "option " + RAMPING,
                ramping,
                "must be true or false",
                "give one of them");
        String repeat = options.getOrDefault(REPEAT, "0.1");
        violations.check(
                repeat.matches("0(\\.\\d+)?"),
                "option " + REPEAT,
                repeat,
                "must be at least 0 and less than 1",
                "give 0.1 for sticky actions, 0 for none");
        violations.throwIfAny();
        return new MinAtarOptions(id, Double.parseDouble(repeat), ramping.equals("true"));
    }
}

package io.htsrl.environments;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.error.Violations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Creates the environments of this package with Gymnasium's time limits. {@link Blackjack} has the options
 * {@code natural} and {@code sab}, each true or false, {@link TMaze} the {@code length} of its corridor; the others have
 * none. Stateless, any thread.
 */
public final class BuiltInProvider implements EnvironmentProvider {
    private static final String BLACKJACK = "Blackjack-v1";
    private static final String NATURAL = "natural";
    private static final String SAB = "sab";
    private static final String T_MAZE = "TMaze-v0";
    private static final String LENGTH = "length";

    private static final List<String> NAMES = List.of(
            "Acrobot-v1",
            BLACKJACK,
            "CartPole-v1",
            "MountainCar-v0",
            "MountainCarContinuous-v0",
            "OracleChain-v0",
            "Pendulum-v1",
            T_MAZE);

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
        Violations violations = new Violations();
        violations.check(
                provides(id),
                "environment",
                id,
                "is none of hts-rl's own environments",
                "choose one of " + String.join(", ", NAMES));
        List<String> known =
                id.equals(BLACKJACK) ? List.of(NATURAL, SAB) : id.equals(T_MAZE) ? List.of(LENGTH) : List.of();
        boolean number = known.contains(LENGTH);
        new TreeMap<>(options).forEach((name, value) -> {
            violations.check(
                    known.contains(name),
                    "option " + name,
                    value,
                    "is not understood by " + id + (known.isEmpty() ? ", which has no options" : ""),
                    "leave it out" + (known.isEmpty() ? "" : ", or give " + String.join(" or ", known)));
            violations.check(
                    !known.contains(name) || value.matches(number ? "[1-9][0-9]{0,2}" : "true|false"),
                    "option " + name,
                    value,
                    number ? "must be in 1 .. 999" : "must be true or false",
                    number ? "give 10, for example" : "give one of them");
        });
        violations.throwIfAny();
        return switch (id) {
            case "Acrobot-v1" -> new TimeLimit(new Acrobot(), 500);
            case BLACKJACK -> new Blackjack(rules(options));
            case "CartPole-v1" -> new TimeLimit(new CartPole(), 500);
            case "MountainCar-v0" -> new TimeLimit(new MountainCar(), 200);
            case "MountainCarContinuous-v0" -> new TimeLimit(new MountainCarContinuous(), 999);
            case "OracleChain-v0" -> new TimeLimit(new OracleChain(), OracleChain.TIME_LIMIT);
            case "Pendulum-v1" -> new TimeLimit(new Pendulum(), 200);
            case T_MAZE -> {
                String length = options.getOrDefault(LENGTH, String.valueOf(TMaze.LENGTH));
                yield new TimeLimit(new TMaze(Integer.parseInt(length)), TMaze.TIME_LIMIT);
            }
            default -> throw new AssertionError(id + " is listed but not made");
        };
    }

    /**
     * Returns the rules of Gymnasium's Blackjack registration; there too {@code natural} has no effect with
     * {@code sab}.
     */
    private static Blackjack.Rules rules(Map<String, String> options) {
        boolean sab = Boolean.parseBoolean(options.getOrDefault(SAB, "true"));
        boolean natural = Boolean.parseBoolean(options.getOrDefault(NATURAL, "false"));
        return sab ? Blackjack.Rules.SAB : natural ? Blackjack.Rules.NATURAL : Blackjack.Rules.PLAIN;
    }
}

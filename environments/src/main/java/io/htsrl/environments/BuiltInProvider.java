package io.htsrl.environments;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.error.Violations;
import io.htsrl.environments.board.ConnectFour;
import io.htsrl.environments.wrapper.TimeLimit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Creates the environments of this package, and the board games, with Gymnasium's time limits. {@link Blackjack} has
 * the options {@code natural} and {@code sab}, each true or false, {@link TMaze} the {@code length} of its corridor,
 * {@link BitFlip} the number of {@code bits}, {@link SimpleSpread} and {@link TrafficJunction} the number of
 * {@code agents} and whether a critic sees the {@code state}, {@link TrafficJunction} a {@code level}; the others have
 * none. Stateless, any thread.
 */
public final class BuiltInProvider implements EnvironmentProvider {
    private static final String BLACKJACK = "Blackjack-v1";
    private static final String NATURAL = "natural";
    private static final String SAB = "sab";
    private static final String T_MAZE = "TMaze-v0";
    private static final String LENGTH = "length";
    private static final String BITS = "bits";
    private static final String AGENTS = "agents";
    private static final String STATE = "state";

    private static final List<String> NAMES = List.of(
            "Acrobot-v1",
            BitFlip.ID,
            BLACKJACK,
            "CartPole-v1",
            ConnectFour.ID,
            "MountainCar-v0",
            "MountainCarContinuous-v0",
            "OracleChain-v0",
            PaddleDuel.ID,
            "Pendulum-v1",
            SimpleSpread.ID,
            T_MAZE,
            TrafficJunction.ID);

    private static final Choice TRUTH = new Choice("true|false", "must be true or false", "give one of them");
    private static final Choice NUMBER = new Choice("[1-9][0-9]?", "must be in 1 .. 99", "give 5, for example");

    /** Options by environment. */
    private static final Map<String, Map<String, Choice>> OPTIONS = Map.of(
            BitFlip.ID,
            Map.of(BITS, new Choice("[1-9]|[12][0-9]|30", "must be in 1 .. 30", "give 15, for example")),
            BLACKJACK,
            Map.of(NATURAL, TRUTH, SAB, TRUTH),
            T_MAZE,
            Map.of(LENGTH, new Choice("[1-9][0-9]{0,2}", "must be in 1 .. 999", "give 10, for example")),
            SimpleSpread.ID,
            Map.of(AGENTS, NUMBER, STATE, TRUTH),
            TrafficJunction.ID,
            Map.of(
                    AGENTS,
                    NUMBER,
                    "level",
                    new Choice("easy|medium", "must be easy or medium", "give one of them"),
                    STATE,
                    TRUTH));

    /** The values of an option: a pattern, and what a refusal says. */
    private record Choice(String pattern, String rule, String remedy) {}

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
        Map<String, Choice> known = new TreeMap<>(OPTIONS.getOrDefault(id, Map.of()));
        new TreeMap<>(options).forEach((name, value) -> {
            Choice choice = known.get(name);
            if (choice == null) {
                violations.add(
                        "option " + name,
                        value,
                        "is not understood by " + id + (known.isEmpty() ? ", which has no options" : ""),
                        "leave it out" + (known.isEmpty() ? "" : ", or give " + String.join(" or ", known.keySet())));
            } else {
                violations.check(value.matches(choice.pattern), "option " + name, value, choice.rule, choice.remedy);
            }
        });
        violations.throwIfAny();
        return switch (id) {
            case "Acrobot-v1" -> new TimeLimit(new Acrobot(), 500);
            case BitFlip.ID -> {
                int bits = Integer.parseInt(options.getOrDefault(BITS, String.valueOf(BitFlip.BITS)));
                yield new TimeLimit(new BitFlip(bits), bits);
            }
            case BLACKJACK -> new Blackjack(rules(options));
            case "CartPole-v1" -> new TimeLimit(new CartPole(), 500);
            case ConnectFour.ID -> new ConnectFour();
            case "MountainCar-v0" -> new TimeLimit(new MountainCar(), 200);
            case "MountainCarContinuous-v0" -> new TimeLimit(new MountainCarContinuous(), 999);
            case "OracleChain-v0" -> new TimeLimit(new OracleChain(), OracleChain.TIME_LIMIT);
            case PaddleDuel.ID -> new TimeLimit(new PaddleDuel(), PaddleDuel.TIME_LIMIT);
            case "Pendulum-v1" -> new TimeLimit(new Pendulum(), 200);
            case SimpleSpread.ID -> {
                int agents = Integer.parseInt(options.getOrDefault(AGENTS, String.valueOf(SimpleSpread.AGENTS)));
                boolean state = Boolean.parseBoolean(options.get(STATE));
                yield new TimeLimit(new SimpleSpread(agents, state), SimpleSpread.TIME_LIMIT);
            }
            case T_MAZE -> {
                String length = options.getOrDefault(LENGTH, String.valueOf(TMaze.LENGTH));
                yield new TimeLimit(new TMaze(Integer.parseInt(length)), TMaze.TIME_LIMIT);
            }
            case TrafficJunction.ID -> junction(options);
            default -> throw new AssertionError(id + " is listed but not made");
        };
    }

    private static Environment junction(Map<String, String> options) {
        boolean easy = options.getOrDefault("level", "easy").equals("easy");
        TrafficJunction.Level level = easy ? TrafficJunction.Level.EASY : TrafficJunction.Level.MEDIUM;
        int cars = Integer.parseInt(options.getOrDefault(AGENTS, easy ? "5" : "10"));
        boolean state = Boolean.parseBoolean(options.get(STATE));
        return new TimeLimit(new TrafficJunction(level, cars, state), level.steps);
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

package io.htsrl.environments;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import io.htsrl.core.error.Violations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes Gymnasium's toy-text tasks: {@link Blackjack}, with its options {@code natural} and {@code sab}, each true or
 * false. Stateless, any thread.
 */
public final class ToyTextProvider implements EnvironmentProvider {
    private static final String BLACKJACK = "Blackjack-v1";
    private static final String NATURAL = "natural";
    private static final String SAB = "sab";

    @Override
    public List<String> names() {
        return List.of(BLACKJACK);
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
                provides(id), "environment", id, "is none of the toy-text environments", "choose " + BLACKJACK);
        new TreeMap<>(options).forEach((name, value) -> {
            boolean known = name.equals(NATURAL) || name.equals(SAB);
            violations.check(
                    known,
                    "option " + name,
                    value,
                    "is not understood by " + id,
                    "leave it out, or give natural or sab");
            violations.check(
                    !known || value.equals("true") || value.equals("false"),
                    "option " + name,
                    value,
                    "must be true or false",
                    "give one of them");
        });
        violations.throwIfAny();
        // as Gymnasium registers it, and as there sab leaves natural without a meaning
        boolean sab = Boolean.parseBoolean(options.getOrDefault(SAB, "true"));
        boolean natural = Boolean.parseBoolean(options.getOrDefault(NATURAL, "false"));
        return new Blackjack(sab ? Blackjack.Rules.SAB : natural ? Blackjack.Rules.NATURAL : Blackjack.Rules.PLAIN);
    }
}

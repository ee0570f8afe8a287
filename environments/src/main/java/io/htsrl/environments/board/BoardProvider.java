package io.htsrl.environments.board;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.error.Violations;
import java.util.List;
import java.util.Map;

/** Creates the board games, which have no options. Stateless, any thread. */
public final class BoardProvider implements EnvironmentProvider {
    @Override
    public List<String> names() {
        return List.of(ConnectFour.ID);
    }

    /** Returns an empty list: these environments are part of hts-rl. */
    @Override
    public List<ForeignCode> foreignCode(String id, Map<String, String> options) {
        return List.of();
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        Violations violations = new Violations();
        options.forEach((name, value) -> violations.add(
                "option " + name, value, "is not understood by " + id + ", which has no options", "leave it out"));
        violations.throwIfAny();
        return new ConnectFour();
    }
}

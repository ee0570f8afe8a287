package io.htsrl.trainer.engine;

import io.htsrl.core.error.Violations;
import io.htsrl.core.service.Services;
import io.htsrl.core.settings.Values;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The engine that a user chose. Immutable.
 *
 * @param engine empty for the executors of this process
 * @param own its settings
 */
public record EngineChoice(Optional<RolloutEngine> engine, Optional<Record> own) {
    /** No engine. */
    public static final EngineChoice NONE = new EngineChoice(Optional.empty(), Optional.empty());

    /**
     * Returns the settings records of all engines on the class path.
     *
     * @throws io.htsrl.core.error.ConfigurationException when one cannot be loaded
     */
    public static List<Class<? extends Record>> settings() {
        return Services.load(RolloutEngine.class).stream()
                .<Class<? extends Record>>map(RolloutEngine::settings)
                .toList();
    }

    /** Reads the choice from settings, whose schema has {@link #settings}; adds what is wrong with them. */
    public static EngineChoice of(Values values, RunConfig config, Violations violations) {
        for (RolloutEngine engine : Services.load(RolloutEngine.class)) {
            Record own = values.record(engine.settings());
            values.check(own, violations);
            Violations found = new Violations();
            engine.check(own, config, found);
            if (violations.isEmpty() && found.isEmpty() && config.environments().exists()) {
                engine.checkWithEnvironment(own, config, found);
            }
            values.addPlaced(found.list(), violations);
            if (engine.isWanted(own)) {
                return new EngineChoice(Optional.of(engine), Optional.of(own));
            }
        }
        return NONE;
    }

    /** @param tell receives lines for the user */
    public RolloutSource source(RunConfig config, Consumer<String> tell) {
        return engine.map(found -> found.source(own.orElseThrow(), config, tell))
                .orElse(RolloutSource.HERE);
    }
}

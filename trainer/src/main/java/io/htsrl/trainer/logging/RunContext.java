package io.htsrl.trainer.logging;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The run that is to be logged. Immutable.
 *
 * @param folder         its run directory; empty for a program's run, which has none
 * @param algorithm      such as {@code ppo}
 * @param environment    such as {@code CartPole-v1}
 * @param seed           the root of all chance
 * @param firstInterval  the first that will be told of: 0, or where a resumed run goes on
 * @param firstTimestep  environment steps before it, over all replicas
 * @param totalTimesteps at its planned end
 * @param settings       by key, as text, in the order of {@code config.yaml}; the values of a list are joined with ", "
 * @param handle         shows the run while it goes, and stops it
 * @param own            an instance of the logger's {@link RunLogger#settings}
 */
public record RunContext(
        Optional<Path> folder,
        String algorithm,
        String environment,
        long seed,
        long firstInterval,
        long firstTimestep,
        long totalTimesteps,
        Map<String, String> settings,
        RunHandle handle,
        Record own) {

    /** Takes a copy of the settings. */
    public RunContext {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** The same for a logger with such settings. */
    public RunContext with(Record otherOwn) {
        return new RunContext(
                folder,
                algorithm,
                environment,
                seed,
                firstInterval,
                firstTimestep,
                totalTimesteps,
                settings,
                handle,
                otherOwn);
    }

    /** Whether the run goes on from a checkpoint. */
    public boolean resumed() {
        return firstInterval > 0;
    }
}

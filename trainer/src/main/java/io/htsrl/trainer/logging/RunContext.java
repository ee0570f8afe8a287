package io.htsrl.trainer.logging;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The run that a logger records. Immutable.
 *
 * @param folder its run directory; empty for a program's run, which has none
 * @param algorithm such as {@code ppo}
 * @param environment such as {@code CartPole-v1}
 * @param seed the root of all randomness
 * @param firstInterval the first reported interval: 0, or that of the resumed run
 * @param firstTimestep environment steps before it, over all replicas
 * @param totalTimesteps at its planned end
 * @param settings by key, as text, in the order of {@code config.yaml}; the values of a list are joined with ", "
 * @param handle shows the running run, and stops it
 * @param own an instance of the logger's {@link RunLogger#settings}
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

    /** Copies the settings. */
    public RunContext {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** Returns the same context for a logger with such settings. */
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

    /** Returns whether the run was resumed from a checkpoint. */
    public boolean resumed() {
        return firstInterval > 0;
    }
}

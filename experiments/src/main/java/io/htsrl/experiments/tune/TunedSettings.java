package io.htsrl.experiments.tune;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.PipelineConfigBuilder;
import io.htsrl.core.schedule.WaitMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Thread settings that change no bit of a run. Immutable.
 *
 * @param executors threads that step environments
 * @param actors threads that serve forwards; 0: the executors do
 * @param actorBatch maximum number of states of one forward
 * @param waitMode how threads wait
 * @param learners threads that share the learner's passes
 */
public record TunedSettings(int executors, int actors, int actorBatch, WaitMode waitMode, int learners) {
    /** Keys of the settings, in the order of the components. */
    public static final List<String> KEYS = List.of("executors", "actors", "actor-batch", "wait", "learners");

    /** Returns the thread settings of a run. */
    public static TunedSettings of(PipelineConfig config) {
        return new TunedSettings(
                config.executors(), config.actors(), config.batchLimit(), config.waitMode(), config.learners());
    }

    /** Returns {@code config} with these settings. */
    public PipelineConfig on(PipelineConfig config) {
        return PipelineConfigBuilder.builder(config)
                .executors(executors)
                .actors(actors)
                .actorBatch(actorBatch)
                .waitMode(waitMode)
                .learners(learners)
                .adapt(false) // measurement stays unchanged
                .build();
    }

    public TunedSettings with(WaitMode newWait) {
        return new TunedSettings(executors, actors, actorBatch, newWait, learners);
    }

    /** Returns these settings with the values that {@code given} has for {@code keys}. */
    TunedSettings keeping(Set<String> keys, TunedSettings given) {
        return new TunedSettings(
                keys.contains("executors") ? given.executors : executors,
                keys.contains("actors") ? given.actors : actors,
                keys.contains("actor-batch") ? given.actorBatch : actorBatch,
                keys.contains("wait") ? given.waitMode : waitMode,
                keys.contains("learners") ? given.learners : learners);
    }

    /** Returns the value of each key, in the format of settings. */
    public List<String> values() {
        return List.of(
                Integer.toString(executors),
                Integer.toString(actors),
                Integer.toString(actorBatch),
                waitMode.toString(),
                Integer.toString(learners));
    }

    /** Returns the values of {@code keys} as flags of {@code hts train}. */
    public List<String> flags(Collection<String> keys) {
        List<String> flags = new ArrayList<>();
        for (int i = 0; i < KEYS.size(); i++) {
            if (keys.contains(KEYS.get(i))) {
                flags.add("--" + KEYS.get(i));
                flags.add(values().get(i));
            }
        }
        return flags;
    }

    @Override
    public String toString() {
        return String.join(" ", flags(KEYS));
    }
}

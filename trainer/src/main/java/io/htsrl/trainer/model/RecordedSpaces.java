package io.htsrl.trainer.model;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The spaces of a run's environment as its files have them: they say what the network is, and no environment has to be
 * made for that. Stateless, any thread.
 */
public final class RecordedSpaces {
    static final String OBSERVATIONS = "observations";
    static final String ONE_HOT = "one-hot";
    static final String ACTIONS = "actions";

    private RecordedSpaces() {}

    /** By name, for a file. */
    public static Map<String, String> of(EnvironmentSpec spec) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(OBSERVATIONS, spec.observationSpace().toString());
        if (spec.observationSpace().choices().length > 0) {
            texts.put(ONE_HOT, SpaceTexts.choices(spec.observationSpace()));
        }
        texts.put(ACTIONS, SpaceTexts.of(spec.actionSpace()));
        return texts;
    }

    /**
     * What {@link #of} wrote, and no more of the environment.
     *
     * @param texts from anywhere
     * @return empty where they do not say it
     */
    public static Optional<EnvironmentSpec> read(String env, Map<String, String> texts) {
        String observations = texts.get(OBSERVATIONS);
        String actions = texts.get(ACTIONS);
        if (observations == null || actions == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new EnvironmentSpec(
                    env,
                    SpaceTexts.observations(observations, texts.get(ONE_HOT)),
                    SpaceTexts.actions(actions),
                    0,
                    Double.NaN));
        } catch (IllegalArgumentException | ArithmeticException e) { // no space, or one of too many elements
            return Optional.empty();
        }
    }

    /** The same of the metadata of a model or a checkpoint. */
    public static Optional<EnvironmentSpec> ofNetwork(String env, Map<String, String> metadata) {
        Map<String, String> texts = new LinkedHashMap<>();
        metadata.forEach((key, value) -> {
            if (key.startsWith(ModelFile.NETWORK)) {
                texts.put(key.substring(ModelFile.NETWORK.length()), value);
            }
        });
        return read(env, texts);
    }

    /** An environment that tells its spaces, and can do nothing else. */
    public static Environment environment(EnvironmentSpec spec) {
        return new Spaces(spec);
    }

    private record Spaces(EnvironmentSpec spec) implements Environment {
        @Override
        public void reset(long seed, ObservationSlot out) {
            throw new UnsupportedOperationException("these are the recorded spaces of " + spec.id() + " alone");
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            throw new UnsupportedOperationException("these are the recorded spaces of " + spec.id() + " alone");
        }

        /** Whether a run's environment can was found out when it began. */
        @Override
        public boolean canSaveState() {
            return true;
        }
    }
}

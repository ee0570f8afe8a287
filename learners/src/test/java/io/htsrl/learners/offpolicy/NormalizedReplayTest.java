package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.onpolicy.ActorCriticConfig.RewardNormalization;
import io.htsrl.learners.sac.SacConfig;
import io.htsrl.learners.td3.DdpgConfig;
import io.htsrl.learners.td3.NoiseSettings;
import io.htsrl.learners.td3.Td3Config;
import io.htsrl.learners.tqc.TqcConfig;
import io.htsrl.policies.normalize.Normalization;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Some learners normalise what they replay; others get banks that are normalised before. */
class NormalizedReplayTest {
    private static final int ROWS = 8;
    private static final int WIDTH = 2;
    private static final float CLIP = 1.5f;

    private static ActorCritics config(String algorithm, RewardNormalization rewards) {
        return config(algorithm, 1, rewards);
    }

    private static ActorCritics config(String algorithm, int frequency, RewardNormalization rewards) {
        CriticSettings plain = Learning.settings(2 * ROWS, 1e-2, 1, frequency, 0.25);
        CriticSettings learning = new CriticSettings(
                plain.gamma(),
                plain.learningStarts(),
                plain.utd(),
                plain.tau(),
                plain.criticLearningRate(),
                plain.criticLossCoef(),
                plain.policyFrequency(),
                plain.initialWeights(),
                rewards);
        ReplaySettings replay = Learning.replay(6, 2);
        NoiseSettings noise = new NoiseSettings(0.1, NoiseSettings.NoiseType.GAUSSIAN);
        EntropySettings entropy = new EntropySettings(
                true, 0.3, Optional.empty(), Temperature.Loss.LOG, false, false, LogStd.CLAMP, 0, 1);
        return switch (algorithm) {
            case "sac" -> new SacConfig(Learning.adam(1e-2), learning, entropy, replay, Optional.empty());
            case "tqc" -> new TqcConfig(Learning.adam(1e-2), learning, entropy, replay, 2, 5, 1);
            case "td3" -> new Td3Config(Learning.adam(1e-2), learning, noise, replay, 0.2, 0.5, 0);
            default -> new DdpgConfig(Learning.adam(1e-2), learning, noise, replay);
        };
    }

    private static StorageBank bank(ActorCritics config, int seed) {
        return Batches.bank(
                ROWS / 2,
                2,
                Learning.INPUTS,
                WIDTH,
                config.head(Learning.box(WIDTH)).outputs(),
                seed);
    }

    /** Statistics {@code [means | scales]} of an interval. */
    private static float[] statistics(int interval) {
        float[] statistics = new float[2 * Learning.INPUTS];
        RandomStream draws = RandomStream.root(7).spawn(interval);
        for (int i = 0; i < statistics.length; i++) {
            statistics[i] = (float) draws.uniform(i) + (i < Learning.INPUTS ? -0.5f : 0.5f);
        }
        return statistics;
    }

    private static StorageBank normalized(StorageBank bank, float[] statistics) {
        ObservationSlot slot = new ObservationSlot();
        for (int column = 0; column < 2; column++) {
            for (int step = 0; step <= ROWS / 2; step++) {
                normalize(bank.observationSlot(step, column, slot), statistics);
            }
            for (int i = 0; i < bank.finals(column).count(); i++) {
                normalize(bank.finals(column).slot(i, slot), statistics);
            }
        }
        return bank;
    }

    private static void normalize(ObservationSlot slot, float[] statistics) {
        for (int i = 0; i < Learning.INPUTS; i++) {
            float value = (slot.get(i) - statistics[i]) * statistics[Learning.INPUTS + i];
            slot.set(i, Math.max(-CLIP, Math.min(CLIP, value)));
        }
    }

    /** All rows are replayed with the statistics of the interval that learns from them, by targets too. */
    @ParameterizedTest
    @ValueSource(strings = {"sac", "tqc", "td3", "ddpg"})
    void shouldReadReplayedRowsByTheNewestStatistics(String algorithm) {
        ActorCritics config = config(algorithm, null);
        LearnerInputs plain = Learning.inputs(config, bank(config, 0), Learning.box(WIDTH), Team.alone());
        LearnerInputs normalizing = Learning.normalizing(config, bank(config, 0), Learning.box(WIDTH), CLIP);
        Normalization place = Normalization.of(normalizing.policy().tensors()).orElseThrow();
        float[] phi = Learning.parameters(normalizing);
        float[] expected = without(phi, place);
        try (Learner own = Algorithms.of(config).learner(config, normalizing);
                Learner other = Algorithms.of(config).learner(config, plain)) {
            for (int interval = 0; interval < 3; interval++) { // only the last one makes updates
                float[] statistics = statistics(interval);
                System.arraycopy(statistics, 0, phi, place.offset(), statistics.length);
                float[] before = phi.clone();
                own.update(bank(config, interval), phi.clone(), phi, interval);
                other.update(normalized(bank(config, interval), statistics(2)), expected.clone(), expected, interval);

                assertArrayEquals(expected, without(phi, place), "in interval " + interval);
                assertEquals(interval < 2, Arrays.equals(before, phi), "learnt in interval " + interval);
                assertArrayEquals(
                        statistics,
                        Arrays.copyOfRange(phi, place.offset(), place.end()),
                        "no optimizer moves statistics");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"td3", "ddpg"})
    void shouldGiveTheTargetActorTheNewestStatistics(String algorithm) {
        ActorCritics config = config(algorithm, 100, null); // no target follows within this test
        LearnerInputs inputs = Learning.normalizing(config, bank(config, 0), Learning.box(WIDTH), CLIP);
        Normalization place = Normalization.of(inputs.policy().tensors()).orElseThrow();
        float[] phi = Learning.parameters(inputs);
        float[] targets = phi.clone();
        try (Learner learner = Algorithms.of(config).learner(config, inputs)) {
            for (int interval = 0; interval < 4; interval++) { // the third begins the targets
                float[] statistics = statistics(interval);
                System.arraycopy(statistics, 0, phi, place.offset(), statistics.length);
                System.arraycopy(statistics, 0, targets, place.offset(), statistics.length);
                learner.update(bank(config, interval), phi.clone(), phi, interval);
            }
            Learning.assertTargets(targets, learner, inputs.policy().tensors(), "after 4 intervals");
        }
    }

    private static float[] without(float[] phi, Normalization place) {
        float[] rest = Arrays.copyOf(phi, phi.length - place.end() + place.offset());
        System.arraycopy(phi, place.end(), rest, place.offset(), phi.length - place.end());
        return rest;
    }

    @ParameterizedTest
    @ValueSource(strings = {"sac", "tqc", "td3", "ddpg"})
    void shouldDivideReplayedReturnsByTheNewestDeviation(String algorithm) {
        ActorCritics config = config(algorithm, new RewardNormalization(true, 100));
        ActorCritics raw = config(algorithm, null);
        LearnerInputs inputs = Learning.inputs(config, bank(config, 0), Learning.box(WIDTH), Team.alone());
        float[] phi = Learning.parameters(inputs);
        double scale = scale(config, inputs, phi.clone());
        assertNotEquals(1, scale, 0.1);
        float[] expected = phi.clone();
        float[] unscaled = phi.clone();
        try (Learner own = Algorithms.of(config).learner(config, inputs);
                Learner other = Algorithms.of(raw).learner(raw, inputs);
                Learner third = Algorithms.of(raw).learner(raw, inputs)) {
            for (int interval = 0; interval < 3; interval++) {
                own.update(bank(config, interval), phi.clone(), phi, interval);
                StorageBank scaled = bank(raw, interval);
                for (int row = 0; row < ROWS; row++) {
                    scaled.rewards()[row] = (float) (scale * scaled.rewards()[row]);
                }
                other.update(scaled, expected.clone(), expected, interval);
                third.update(bank(raw, interval), unscaled.clone(), unscaled, interval);
            }
        }
        assertArrayEquals(expected, phi, 2e-4f);
        double most = 0;
        for (int i = 0; i < phi.length; i++) {
            most = Math.max(most, Math.abs(phi[i] - unscaled[i]));
        }
        assertNotEquals(0, most, 5e-3, "rewards matter");
    }

    /** Returns the scale in the last of three intervals. */
    private static double scale(ActorCritics config, LearnerInputs inputs, float[] phi) {
        Map<String, Double> metrics = Map.of();
        try (Learner learner = Algorithms.of(config).learner(config, inputs)) {
            for (int interval = 0; interval < 3; interval++) {
                metrics = learner.update(bank(config, interval), phi.clone(), phi, interval);
            }
        }
        return metrics.get("reward_scale");
    }
}

package io.htsrl.trainer.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.policy.Deterministic;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.policies.network.Tensor;
import io.htsrl.policies.normalize.Normalization;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RecordingSourceTest {
    private static final ActionSpace.Continuous BOX =
            new ActionSpace.Continuous(new float[] {-2, 0}, new float[] {2, 1});
    private static final EnvironmentSpec SPEC =
            new EnvironmentSpec("drawn", ObservationSpace.floats(1), BOX, 0, Double.NaN);

    private static ObservationSlot slot(float value) {
        return new ObservationSlot().at(new float[] {value}, 0);
    }

    /** Step t has observation 10 t, action (t / 4, t / 10), reward t; the episodes end after 3, 5 and 8 steps. */
    private static RecordingSource source() {
        Recording.Builder builder = new Recording.Builder(SPEC, "--from", "drawn");
        for (int t = 0; t < 8; t++) {
            if (t == 0 || t == 3 || t == 5) {
                builder.begin(slot(10 * t));
            }
            builder.step(new float[] {t / 4f, t / 10f}, 0, t, t == 2, t == 4, slot(10 * t + (t == 4 ? 5 : 10)));
        }
        return new RecordingSource(Path.of("drawn"), "", builder.build()).read(SPEC);
    }

    private static ReplayMemory memory() {
        ReplayConfig config =
                new ReplayConfig(source().bufferSize(1, 1), 1, SPEC.observationSpace(), 1, 2, 1, 0.5, 0, 1);
        return source().memories(ReplayMemory::of, new Deterministic(BOX)).make(config, 1, Team.alone());
    }

    @Test
    void shouldHoldEveryRecordedStepWithActionsOfTheHead() {
        ReplayMemory memory = memory();
        ReplayBatch batch = memory.newBatch(64);
        memory.sample(batch, RandomStream.root(1), 1);
        Set<Integer> drawn = new TreeSet<>();

        assertEquals(8, memory.size());
        for (int row = 0; row < 64; row++) {
            int t = (int) batch.returns()[row];
            drawn.add(t);
            assertEquals(10 * t, batch.floatObservations()[row]);
            assertEquals(t / 4f / 2, batch.actions()[2 * row], 1e-6);
            assertEquals(2 * (t / 10f) - 1, batch.actions()[2 * row + 1], 1e-6);
            assertEquals(t == 2 ? 0 : 0.5f, batch.discounts()[row]);
            assertEquals(t == 2 ? 0 : t == 4 ? 45 : 10 * t + 10, batch.floatNextObservations()[row]);
        }
        assertEquals(8, drawn.size(), drawn::toString);
    }

    @Test
    void shouldTakeNoStepOfAnIdleEnvironment() {
        ReplayMemory memory = memory();
        memory.cut(0, slot(99));
        ReplayBatch batch = memory.newBatch(64);
        memory.sample(batch, RandomStream.root(1), 1);

        assertEquals(8, memory.size());
        for (float reward : batch.returns()) {
            assertTrue(reward < 99);
        }
    }

    @Test
    void shouldNormaliseByAllObservationsActedOn() {
        Normalization place = new Normalization(1, 1);
        List<Tensor> tensors = place.tensors();
        float[] parameters = {7, 0, 0};
        source().normalize(tensors, parameters);
        double mean = 35; // of 0, 10 .. 70
        double variance = 525;

        assertArrayEquals(new float[] {7, (float) mean, (float) (1 / Math.sqrt(variance + 1e-8))}, parameters, 1e-6f);
    }

    @Test
    void shouldReturnActionsToTheirEnvironmentUnchanged() {
        Deterministic head = new Deterministic(BOX);
        for (float share = 0; share <= 1; share += 0.125f) {
            float[] given = {-2 + 4 * share, share};
            float[] own = new float[2];
            float[] back = new float[2];
            head.fromEnvironment(given, 0, own, 0);
            head.toEnvironment(own, 0, back, 0);
            assertArrayEquals(given, back);
        }
    }

    @Test
    void shouldRefuseActionsThatAreNotFinite() {
        float[] least = {Float.NEGATIVE_INFINITY};
        float[] most = {Float.POSITIVE_INFINITY};
        EnvironmentSpec unbounded = new EnvironmentSpec(
                "drawn", ObservationSpace.floats(1), new ActionSpace.Continuous(least, most), 0, Double.NaN);
        for (float component : new float[] {least[0], most[0], Float.NaN}) {
            Recording.Builder builder = new Recording.Builder(unbounded, "--from", "drawn");
            builder.begin(slot(0));
            builder.step(new float[] {1e9f}, 0, 0, false, false, slot(1));

            String refused = assertThrows(
                            ConfigurationException.class,
                            () -> builder.step(new float[] {component}, 0, 0, false, false, slot(2)))
                    .getMessage();
            assertTrue(refused.contains(", and step 1 has " + component), refused);
        }
    }
}

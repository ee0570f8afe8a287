package io.htsrl.environments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds for every environment of this module, wrappers included; see {@link EveryEnvironmentTest}. */
abstract class EnvironmentContract {
    private static final float CANARY = Float.intBitsToFloat(0x7fc0beef);

    /** A new replica. */
    abstract Environment create();

    /** The name the replica must carry. */
    abstract String id();

    /** The time limit it must carry, in steps. */
    abstract int limit();

    /** Per element of an initial observation the lower and the upper end of its distribution. */
    abstract double[][] initialRange();

    /** An action that keeps an episode from terminating, at least for some seeds. */
    abstract float survivingAction(float[] observation);

    @Test
    void shouldDescribeItself() {
        Environment environment = create();
        assertEquals(id(), environment.spec().id());
        assertEquals(limit(), environment.spec().maxEpisodeSteps());
        assertEquals(
                initialRange().length, environment.spec().observationSpace().size());
        assertTrue(environment.canSaveState());
    }

    @Test
    void shouldGiveTheSameBitsForTheSameSeedAndActions() {
        assertEquals(bits(create(), 7, 1500), bits(create(), 7, 1500));
    }

    @Test
    void shouldGiveOtherEpisodesForOtherSeeds() {
        assertNotEquals(bits(create(), 7, 100), bits(create(), 8, 100));
    }

    @Test
    void shouldForgetEarlierEpisodesOnReset() {
        Rollout used = new Rollout(create(), 7);
        used.reset();
        used.advance(333);
        Rollout again = new Rollout(used.environment, 9);
        again.reset();
        again.advance(limit() + 50);
        assertEquals(bits(create(), 9, limit() + 50), again.bits);
    }

    @Test
    void shouldContinueWithTheSameBitsAfterRestoringInTheMiddleOfAnEpisode() throws IOException {
        Rollout rollout = new Rollout(create(), 3);
        rollout.reset();
        rollout.advance(limit() - 3);
        byte[] saved = Rollout.saved(rollout.environment);
        Rollout first = rollout.movedTo(rollout.environment, 3);
        first.advance(600);
        Rollout.restore(rollout.environment, saved);
        rollout.bits.clear();
        rollout.advance(600);
        assertEquals(first.bits, rollout.bits);
    }

    @Test
    void shouldContinueInAFreshReplicaFromAnyStep() throws IOException {
        for (int t = 0; t < 25; t++) {
            Rollout original = new Rollout(create(), 5);
            original.reset();
            original.advance(t);
            Rollout copy = original.movedTo(create(), 5);
            original.bits.clear();
            original.advance(limit() + 5);
            copy.advance(limit() + 5);
            assertEquals(original.bits, copy.bits, "saved at step " + t);
        }
    }

    @Test
    void shouldTruncateExactlyAtTheLimit() {
        Rollout rollout = new Rollout(create(), 11);
        int truncated = 0;
        for (int episode = 0; episode < 30 && truncated < 2; episode++) {
            rollout.reset();
            int length = 0;
            do {
                rollout.take(survivingAction(rollout.observation));
                length++;
                assertEquals(length == limit(), rollout.result.truncated, "truncated at step " + length);
            } while (!rollout.result.done());
            truncated += rollout.result.truncated && !rollout.result.terminated ? 1 : 0;
        }
        assertEquals(2, truncated, "episodes that reached the limit without terminating");
    }

    @Test
    void shouldWriteItsObservationOnlyInsideTheSlot() {
        Environment environment = create();
        int size = environment.spec().observationSpace().size();
        float[] array = new float[size + 7];
        float[] actions = new float[environment.spec().actionSpace().width() + 4];
        ObservationSlot slot = new ObservationSlot().at(array, 3);
        for (int step = 0; step < 6; step++) {
            Arrays.fill(array, CANARY);
            if (step == 0) {
                environment.reset(1, slot);
            } else {
                environment.step(actions, 2, slot, new StepResult());
            }
            for (int i = 0; i < array.length; i++) {
                boolean canary = Float.floatToRawIntBits(array[i]) == Float.floatToRawIntBits(CANARY);
                assertEquals(i < 3 || i >= 3 + size, canary, "element " + i + " after step " + step);
            }
        }
    }

    @Test
    void shouldPassTheCheckBeforeARun() {
        EnvironmentCheck check = EnvironmentCheck.of(create());
        assertEquals(List.of(), check.problems());
        assertEquals(List.of(), check.unrepeatable());
        assertEquals(List.of(), check.unrestorable());
    }

    @Test
    void shouldReadTheActionAtItsOffset() {
        Rollout first = new Rollout(create(), 2);
        Environment second = create();
        float[] observation = new float[first.observation.length];
        ObservationSlot slot = new ObservationSlot().at(observation, 0);
        first.reset();
        second.reset(RandomStream.root(2).spawn("seeds").bits(0), slot);
        first.take(1f);
        second.step(new float[] {0f, 0f, 1f, 0f}, 2, slot, new StepResult());
        assertEquals(Arrays.toString(first.observation), Arrays.toString(observation));
    }

    @Test
    void shouldSpreadItsResetsOverTheInitialDistribution() {
        double[][] range = initialRange();
        double[] min = new double[range.length];
        double[] max = new double[range.length];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        Rollout rollout = new Rollout(create(), 13);
        for (int i = 0; i < 4000; i++) {
            rollout.reset();
            for (int j = 0; j < min.length; j++) {
                min[j] = Math.min(min[j], rollout.observation[j]);
                max[j] = Math.max(max[j], rollout.observation[j]);
            }
        }
        for (int j = 0; j < min.length; j++) {
            double slack = 0.01 * (range[j][1] - range[j][0]);
            double rounding = 1e-7 * Math.max(Math.abs(range[j][0]), Math.abs(range[j][1]));
            assertTrue(
                    min[j] >= range[j][0] - rounding && min[j] <= range[j][0] + slack + rounding,
                    "least element " + j + ": " + min[j]);
            assertTrue(
                    max[j] <= range[j][1] + rounding && max[j] >= range[j][1] - slack - rounding,
                    "greatest element " + j + ": " + max[j]);
        }
    }

    @Test
    void shouldRefuseAnActionOutsideItsSpace() {
        Rollout rollout = new Rollout(create(), 1);
        rollout.reset();
        List<Float> refused = List.of(Float.NaN);
        String range = "-";
        if (rollout.environment.spec().actionSpace() instanceof ActionSpace.Discrete discrete) {
            refused = List.of(-1f, (float) discrete.count(), 0.5f, Float.NaN, Float.POSITIVE_INFINITY);
            range = "0 .. " + (discrete.count() - 1);
        }
        for (float action : refused) {
            String message = assertThrows(IllegalArgumentException.class, () -> rollout.take(action))
                    .getMessage();
            assertTrue(message.contains(Float.toString(action)) && message.contains(range), message);
        }
    }

    @Test
    void shouldAllocateNothingPerStep() {
        Environment environment = create();
        float[] observation = new float[initialRange().length];
        ObservationSlot slot = new ObservationSlot().at(observation, 0);
        StepResult result = new StepResult();
        float[] action = new float[1];
        int steps = 20_000;
        run(environment, slot, result, action, steps);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        run(environment, slot, result, action, steps);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        // one object per step would be 16 bytes or more
        assertTrue(allocated < steps, allocated + " bytes in " + steps + " steps");
    }

    @Test
    void shouldCloseTwice() {
        Environment environment = create();
        environment.close();
        environment.close();
        assertFalse(environment.spec().id().isEmpty());
    }

    private static void run(
            Environment environment, ObservationSlot slot, StepResult result, float[] action, int steps) {
        environment.reset(0, slot);
        for (int i = 0; i < steps; i++) {
            action[0] = i >> 3 & 1;
            environment.step(action, 0, slot, result);
            if (result.done()) {
                environment.reset(i, slot);
            }
        }
    }

    private static List<Long> bits(Environment environment, long seed, int steps) {
        Rollout rollout = new Rollout(environment, seed);
        rollout.reset();
        rollout.advance(steps);
        return rollout.bits;
    }
}

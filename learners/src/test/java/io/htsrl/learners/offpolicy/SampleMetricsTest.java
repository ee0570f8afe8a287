package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleMetricsTest {
    private static final int ENVIRONMENTS = 4;
    private static final int STEPS = 200;
    private static final int BATCH = 50;

    private static ReplayMemory filled(double alpha, int shards) {
        ReplayMemory memory = ReplayMemory.of(
                new ReplayConfig(
                        ENVIRONMENTS * STEPS, ENVIRONMENTS, ObservationSpace.floats(1), 1, 1, 1, 0.9, alpha, 1e-6),
                shards,
                Team.alone());
        float[] row = new float[1];
        for (int step = 0; step < STEPS; step++) {
            for (int environment = 0; environment < ENVIRONMENTS; environment++) {
                row[0] = step;
                memory.append(
                        environment, new ObservationSlot().at(row, 0), row, 0, 0, true, false, null, 1 + environment);
            }
        }
        memory.complete();
        return memory;
    }

    private static Map<String, Double> metrics(SampleMetrics seen) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        seen.addTo(metrics);
        return metrics;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldTellHowOldWhatIsDrawnIs(int shards) {
        ReplayMemory memory = filled(0, shards);
        SampleMetrics seen = new SampleMetrics(memory, ENVIRONMENTS, false);
        ReplayBatch batch = memory.newBatch(BATCH);
        double[] ages = new double[BATCH * 20];
        for (int i = 0; i < 20; i++) {
            memory.sample(batch, RandomStream.root(i), 1);
            seen.add(batch);
            for (int row = 0; row < BATCH; row++) {
                ages[i * BATCH + row] = (STEPS - batch.floatObservations()[row]) * ENVIRONMENTS;
            }
        }
        Arrays.sort(ages);
        Map<String, Double> metrics = metrics(seen);

        assertEquals(ages[ages.length - 1], metrics.get("sample_age_max"));
        for (int tenth : new int[] {1, 5, 9}) {
            double exact = ages[tenth * ages.length / 10 - 1];
            double told = metrics.get("sample_age_p" + 10 * tenth);
            assertTrue(told <= exact && told >= 0.8 * exact, told + " for " + exact);
        }
        assertFalse(metrics.containsKey("effective_sample_size"), "all are equal");
        assertFalse(metrics.containsKey("priority_p50"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldTellWhatTheWeightsLeaveAndHowPrioritiesAreSpread(int shards) {
        ReplayMemory memory = filled(1, shards);
        SampleMetrics seen = new SampleMetrics(memory, ENVIRONMENTS, true);
        ReplayBatch batch = memory.newBatch(BATCH);
        memory.sample(batch, RandomStream.root(1), 1);
        seen.add(batch);
        double sum = 0;
        double squares = 0;
        for (float weight : batch.weights()) {
            sum += weight;
            squares += (double) weight * weight;
        }
        Map<String, Double> metrics = metrics(seen);

        assertEquals(sum * sum / squares, metrics.get("effective_sample_size"), 1e-9);
        assertTrue(metrics.get("effective_sample_size") < BATCH);
        assertEquals(1, metrics.get("priority_p10"), 1e-5);
        assertEquals(2, metrics.get("priority_p50"), 1e-5);
        assertEquals(4, metrics.get("priority_p90"), 1e-5);
        assertEquals(4, metrics.get("priority_max"), 1e-5);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void shouldTellHowMuchHasBeenLearntFrom(int shards) {
        ReplayMemory memory = filled(1, shards);
        SampleMetrics seen = new SampleMetrics(memory, ENVIRONMENTS, true);
        ReplayBatch batch = memory.newBatch(BATCH);
        assertEquals(0, metrics(seen).get("share_drawn"));
        memory.sample(batch, RandomStream.root(1), 1);
        memory.updatePriorities(batch, new float[BATCH]);
        long leaves = Arrays.stream(batch.leaves()).distinct().count();
        assertEquals((double) leaves / memory.size(), metrics(seen).get("share_drawn"));
        memory.updatePriorities(batch, new float[BATCH]);
        assertEquals((double) leaves / memory.size(), metrics(seen).get("share_drawn"), "each counts once");

        float[] row = new float[1];
        for (int step = 0; step < STEPS * ENVIRONMENTS; step++) {
            memory.append(step % ENVIRONMENTS, new ObservationSlot().at(row, 0), row, 0, 0, true, false, null, 1);
        }
        memory.complete();
        assertEquals(0, metrics(seen).get("share_drawn"), "all has been overwritten");
    }

    @Test
    void shouldTellNothingOfDrawsWhereThereWereNone() {
        SampleMetrics seen = new SampleMetrics(filled(1, 1), ENVIRONMENTS, true);
        ReplayBatch batch = filled(1, 1).newBatch(1);
        ReplayMemory memory = filled(1, 1);
        memory.sample(batch, RandomStream.root(1), 1);
        seen.add(batch);
        seen.clear();
        Map<String, Double> metrics = metrics(seen);
        assertTrue(Double.isNaN(metrics.get("sample_age_p50")));
        assertTrue(Double.isNaN(metrics.get("sample_age_max")));
        assertTrue(Double.isNaN(metrics.get("effective_sample_size")));
        assertTrue(Double.isNaN(metrics.get("priority_p50")));
        assertEquals(0, metrics.get("share_drawn"));
    }
}

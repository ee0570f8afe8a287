package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares windows of random episodes with the n-step transitions of a memory with the same steps: both draw the same
 * leaves, and a window's rewards, discounts and ends give its transition.
 */
class WindowReplayTest {
    private static final int BATCH = 9;
    private static final double GAMMA = 0.9;
    private static final int FRAME = RandomEpisodes.FRAME;

    private final Set<String> kinds = new HashSet<>();

    private static ReplayConfig config(SequenceConfig sequences, int nStep, int frames) {
        return new ReplayConfig(
                90,
                3,
                ObservationSpace.floats(FRAME),
                frames,
                1,
                nStep,
                GAMMA,
                0.6,
                1e-3,
                sequences,
                HindsightConfig.NONE);
    }

    @ParameterizedTest
    @CsvSource({"3, 1", "5, 2", "2, 3"})
    void shouldDrawTheStepsOfEachTransition(int nStep, int frames) throws IOException {
        PrioritizedReplay whole = new PrioritizedReplay(config(SequenceConfig.NONE, nStep, frames));
        PrioritizedReplay memory = new PrioritizedReplay(config(SequenceConfig.windows(nStep), nStep, frames));
        RandomEpisodes source = new RandomEpisodes(config(SequenceConfig.NONE, nStep, frames), nStep);
        RandomEpisodes same = new RandomEpisodes(config(SequenceConfig.NONE, nStep, frames), nStep);
        ReplayBatch transitions = whole.newBatch(BATCH);
        ReplayBatch windows = memory.newBatch(BATCH);
        ObservationBatch first = new ObservationBatch(BATCH);
        RandomStream stream = RandomStream.root(7);
        for (int step = 0; step < 600; step++) {
            double error = step % 3 == 0 ? ReplayMemory.GREATEST_SO_FAR : step % 7;
            source.appendTo(whole, null, error);
            same.appendTo(memory, null, error);
            if (step % 5 == 4 && whole.size() > 0) {
                whole.sample(transitions, stream.spawn(step), 0.5);
                memory.sample(windows, stream.spawn(step), 0.5);
                assertArrayEquals(transitions.leaves(), windows.leaves());
                assertArrayEquals(transitions.weights(), windows.weights());
                windows.bindFirstObservations(first);
                assertEquals(BATCH, first.rows());
                for (int row = 0; row < BATCH; row++) {
                    assertWindow(nStep, frames * FRAME, transitions, windows, row);
                }
            }
        }
        assertEquals(Set.of("terminated", "short", "whole"), kinds);
        assertRestores(memory, whole);
    }

    private void assertWindow(int nStep, int width, ReplayBatch transitions, ReplayBatch windows, int row) {
        SequenceRows rows = windows.sequences();
        double sum = 0;
        double discount = 1;
        int at = row;
        assertEquals(0, rows.burnIn(row));
        for (int step = 0; step < rows.end(row); step++) {
            at = rows.row(step, row);
            sum += discount * windows.returns()[at];
            discount *= windows.discounts()[at];
            assertEquals(windows.discounts()[at] == 0 ? at : at + BATCH, rows.next(at));
        }
        assertEquals(transitions.returns()[row], sum, 1e-5);
        assertEquals(transitions.discounts()[row], discount, 1e-6);
        assertEquals(transitions.actions()[row], windows.actions()[row]);
        assertArrayEquals(
                Arrays.copyOfRange(transitions.floatObservations(), row * width, (row + 1) * width),
                Arrays.copyOfRange(windows.floatObservations(), row * width, (row + 1) * width));
        if (discount > 0) {
            int next = rows.next(at);
            assertArrayEquals(
                    Arrays.copyOfRange(transitions.floatNextObservations(), row * width, (row + 1) * width),
                    Arrays.copyOfRange(windows.floatObservations(), next * width, (next + 1) * width));
        }
        assertTrue(rows.end(row) <= nStep);
        kinds.add(discount == 0 ? "terminated" : rows.end(row) < nStep ? "short" : "whole");
    }

    /** What is drawn is no property of what is stored: a fork may change it. */
    private static void assertRestores(PrioritizedReplay from, PrioritizedReplay to) throws IOException {
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        from.save(new DataOutputStream(saved));
        to.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        assertEquals(from.size(), to.size());
    }
}

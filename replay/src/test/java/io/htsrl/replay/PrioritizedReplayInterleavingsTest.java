package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Lazy writing under explored interleavings: one thread appends to a ring of three places while others draw. Step
 * {@code i} has a frame, an action and a reward of {@code i}, so a row that mixes steps is seen.
 */
@Tag("slow")
public class PrioritizedReplayInterleavingsTest {
    private static final RandomStream DRAWS = RandomStream.root(1);

    private final PrioritizedReplay memory;
    private final SumTree tree;
    private int steps;

    public PrioritizedReplayInterleavingsTest() {
        TreeShape shape = new TreeShape(3, 2, 2);
        tree = new SumTree(shape, new HeapWords(shape.words));
        memory = new PrioritizedReplay(new ReplayConfig(3, 1, ObservationSpace.floats(1), 1, 1, 1, 1, 1, 1e-6), tree);
        for (int step = 0; step < 4; step++) {
            append();
        }
    }

    @Operation(nonParallelGroup = "appender")
    public void append() {
        float[] row = {steps};
        memory.append(0, new ObservationSlot().at(row, 0), row, 0, steps, false, false, null, 1);
        steps++;
    }

    @Operation
    public boolean drawsWholeTransitions() {
        ReplayBatch batch = memory.newBatch(1);
        memory.sample(batch, DRAWS, 1);
        float step = batch.actions()[0];
        boolean whole = step == batch.returns()[0]
                && step == batch.floatObservations()[0]
                && step + 1 == batch.floatNextObservations()[0];
        memory.updatePriorities(batch, new float[] {2});
        return whole;
    }

    /** The newest step waits for its next observation; its place must not have been revived by a late update. */
    @Validate
    public void onlyCompleteTransitionsCanBeDrawn() {
        if (!SumTrees.sumsAreExact(tree) || tree.units((steps - 1) % 3) != 0 || memory.size() != 2) {
            throw new IllegalStateException("a place was published that was not complete");
        }
    }

    @Test
    void shouldDrawWholeTransitionsUnderEveryInterleaving() {
        new ModelCheckingOptions()
                .iterations(Boolean.getBoolean("hts.long") ? 4 : 2)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .invocationsPerIteration(120)
                .check(PrioritizedReplayInterleavingsTest.class);
    }
}

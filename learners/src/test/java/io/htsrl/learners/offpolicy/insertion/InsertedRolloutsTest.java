package io.htsrl.learners.offpolicy.insertion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Fixtures;
import io.htsrl.replay.RateLimiter;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class InsertedRolloutsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int STEPS = 8;
    private static final int COLUMNS = 4;
    private static final int BATCH = 16;
    private static final int WINDOW = 500;
    private static final double GAMMA = 0.9;

    private final StorageBank slab = Fixtures.bank(STEPS, COLUMNS, new float[] {0.3f, -0.7f, 1}, 3);
    private final BankShape shape = slab.shape();
    private final ReplayMemory memory = ReplayMemory.of(
            new ReplayConfig(4000, COLUMNS, shape.observationSpace(), 1, shape.actionWidth(), 1, GAMMA, 1, 1e-6),
            1,
            Team.alone());

    /** @param tolerance samples that inserts may be ahead by */
    private InsertedRollouts inserted(long tolerance) {
        return new InsertedRollouts(
                new RateLimiter(new Ratio(1, 1), 0, tolerance), shape, memory, null, GAMMA, new RunControl());
    }

    private void insertAll(InsertedRollouts rollouts) {
        for (int environment = 0; environment < COLUMNS; environment++) {
            assertTrue(rollouts.tryBegin());
            rollouts.insert(slab, environment, environment);
        }
    }

    private double greatest() {
        return Arrays.stream(memory.somePriorities(memory.leaves())).max().orElseThrow();
    }

    /** The actors' critics are elsewhere: what comes is to be drawn as soon as what was most surprising. */
    @Test
    void shouldGiveTheGreatestPrioritySoFarWhereActorsValueNothing() {
        InsertedRollouts rollouts = inserted(10_000);
        insertAll(rollouts);
        double[] first = memory.somePriorities(memory.leaves());
        assertTrue(Arrays.stream(first).allMatch(priority -> priority == first[0]), () -> Arrays.toString(first));
        ReplayBatch batch = memory.newBatch(BATCH);
        memory.sample(batch, RandomStream.root(1), 1);
        float[] errors = new float[BATCH];
        Arrays.fill(errors, 37);
        memory.updatePriorities(batch, errors);
        assertEquals(37, greatest(), 0.001);
        long learnt = Arrays.stream(memory.somePriorities(memory.leaves()))
                .filter(priority -> priority > 36)
                .count();
        int before = memory.size();

        insertAll(rollouts);

        long greatestNow = Arrays.stream(memory.somePriorities(memory.leaves()))
                .filter(priority -> priority > 36)
                .count();
        assertEquals(greatest(), 37, 0.001);
        assertTrue(memory.size() > before);
        assertTrue(greatestNow >= learnt + memory.size() - before, greatestNow + " of " + memory.size());
    }

    @Test
    void shouldHoldBackWhoInsertsUntilEnoughIsDrawn() {
        InsertedRollouts rollouts = inserted(COLUMNS * STEPS);
        boolean[] woken = new boolean[1];
        rollouts.onRoom(() -> woken[0] = true);
        insertAll(rollouts);
        assertFalse(rollouts.admits());
        assertFalse(rollouts.tryBegin());

        rollouts.beforeDraw(STEPS);

        assertTrue(woken[0]);
        assertTrue(rollouts.tryBegin());
        assertFalse(rollouts.tryBegin());
    }

    @Test
    @Timeout(60)
    void shouldMarkTheLearnersWaitForTheStallRule() throws InterruptedException {
        RunControl control = new RunControl();
        InsertedRollouts rollouts =
                new InsertedRollouts(new RateLimiter(new Ratio(1, 1), 8, 1), shape, memory, null, GAMMA, control);

        assertEquals("wait for rollouts", WaitingWorker.mark(control, () -> rollouts.beforeDraw(1)));
    }

    @Test
    void shouldAllocateNothingForARollout() {
        InsertedRollouts rollouts = inserted(Long.MAX_VALUE / 4);
        long least = Long.MAX_VALUE;
        for (int window = 0; window < 100 && least > 0; window++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < WINDOW; i++) {
                insertAll(rollouts);
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least, "bytes in " + WINDOW * COLUMNS + " rollouts");
    }
}

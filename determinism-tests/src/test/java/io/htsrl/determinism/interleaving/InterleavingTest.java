package io.htsrl.determinism.interleaving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.schedule.Schedule;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No order of accesses leaves the threads of a rollout waiting for each other. Preemptions are limited, which keeps the
 * number of orders in the thousands; one suffices for the hang that executors once had.
 */
@Tag("slow")
class InterleavingTest {
    private static final boolean LONG = Boolean.getBoolean("hts.long");

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private long orders;

    @AfterEach
    void stopThreads() {
        pool.shutdownNow();
    }

    /** What the threads were doing in the first order in which they got stuck, or null. */
    private String firstDeadlock(Consumer<Conductor> scenario, int preemptions) throws Exception {
        Choices choices = new Choices();
        String deadlock = null;
        boolean more = true;
        while (more) {
            Conductor conductor = new Conductor(choices, preemptions);
            scenario.accept(conductor);
            deadlock = conductor.run(pool);
            orders++;
            more = deadlock == null && choices.advance();
        }
        return deadlock;
    }

    /** Another preemption multiplies the orders by about ten. */
    private static int preemptions(int always, int inLong) {
        return LONG ? inLong : always;
    }

    @ParameterizedTest(
            name = "{0} executors, {1} actors, {2} environments, batches of {4} to {3}, {6} intervals of {5}")
    @CsvSource({
        "2, 0, 2, 1, 1, 1, 1, 3, 3",
        "2, 0, 2, 2, 1, 1, 1, 3, 3",
        "2, 0, 2, 1, 1, 1, 2, 2, 2",
        "2, 0, 2, 2, 1, 1, 2, 2, 2",
        "2, 0, 2, 1, 1, 2, 1, 2, 2",
        "2, 0, 3, 1, 1, 1, 2, 2, 2",
        "2, 0, 3, 2, 1, 1, 2, 2, 2",
        "2, 0, 3, 3, 1, 1, 2, 2, 2",
        "3, 0, 3, 1, 1, 1, 1, 1, 2",
        "3, 0, 3, 2, 1, 1, 1, 1, 2",
        "3, 0, 3, 3, 1, 1, 1, 1, 2",
        "3, 0, 3, 1, 1, 2, 2, 1, 1",
        "2, 0, 2, 2, 2, 2, 1, 2, 2",
        "3, 0, 3, 3, 3, 1, 1, 1, 2", // the lockstep of sync
        "2, 1, 2, 1, 1, 1, 2, 1, 2",
        "2, 2, 2, 1, 1, 1, 1, 0, 1"
    })
    void shouldEndInEveryOrder(
            int executors,
            int actors,
            int environments,
            int limit,
            int minimum,
            int steps,
            int intervals,
            int preemptions,
            int inLong)
            throws Exception {
        Rollout rollout = new Rollout(executors, actors, environments, limit, minimum, steps, intervals);
        assertNull(firstDeadlock(rollout::barrier, preemptions(preemptions, inLong)));
        assertTrue(orders > 100, orders + " orders are too few to show anything");
    }

    @ParameterizedTest(name = "{0} executors, {1} environments, batches of 1 to {2}, {4} rollouts of {3}")
    @CsvSource({
        "2, 2, 1, 1, 1, 2, 3",
        "2, 2, 2, 1, 1, 2, 3",
        "2, 2, 1, 2, 1, 2, 2",
        "2, 3, 2, 1, 1, 2, 2",
        "2, 3, 1, 1, 2, 1, 2",
        "3, 3, 1, 1, 1, 1, 2",
        "3, 3, 2, 1, 1, 1, 1",
        "3, 3, 3, 1, 1, 1, 1"
    })
    void shouldEndInEveryOrderWithoutABarrier(
            int executors, int environments, int limit, int steps, int intervals, int preemptions, int inLong)
            throws Exception {
        Rollout rollout = new Rollout(executors, 0, environments, limit, 1, steps, intervals);
        assertNull(firstDeadlock(rollout::queue, preemptions(preemptions, inLong)));
        assertTrue(orders > 100, orders + " orders are too few to show anything");
    }

    @ParameterizedTest(name = "{0} executors, {1} environments, batches of 1 to {2}, room for {5}, {6} updates of {4}")
    @CsvSource({
        "2, 2, 1, 1, 1, 1, 1, 1, 2", "2, 2, 2, 1, 1, 1, 2, 1, 1", "2, 2, 1, 1, 2, 2, 1, 1, 2",
                "2, 2, 1, 2, 1, 1, 1, 1, 2",
        "2, 3, 2, 1, 1, 1, 1, 1, 1", "3, 3, 1, 1, 1, 1, 1, 1, 1", "3, 3, 2, 1, 2, 2, 1, 0, 1",
                "1, 2, 1, 1, 2, 2, 2, 2, 2"
    })
    void shouldEndInEveryOrderWhereExecutorsAndLearnerWaitForEachOther(
            int executors,
            int environments,
            int limit,
            int steps,
            int batch,
            int room,
            int updates,
            int preemptions,
            int inLong)
            throws Exception {
        Rollout rollout = new Rollout(executors, 0, environments, limit, 1, steps, updates);
        assertNull(
                firstDeadlock(conductor -> rollout.narrow(conductor, room, batch), preemptions(preemptions, inLong)));
        assertTrue(orders > 100, orders + " orders are too few to show anything");
    }

    @ParameterizedTest(name = "{0}: {1} executors, {2} environments, batches of {4} to {3}, {5} intervals of 1")
    @CsvSource({
        "HTS, 2, 2, 1, 1, 2, 1, 1",
        "HTS, 2, 2, 2, 1, 1, 2, 2",
        "HTS, 3, 3, 2, 1, 1, 1, 1",
        "SYNC, 2, 2, 2, 2, 2, 1, 1",
        "SYNC, 2, 3, 3, 3, 1, 1, 2"
    })
    void shouldEndInEveryOrderWhereExecutorsAndLearnerMeet(
            Schedule schedule,
            int executors,
            int environments,
            int limit,
            int minimum,
            int intervals,
            int preemptions,
            int inLong)
            throws Exception {
        Rollout rollout = new Rollout(executors, 0, environments, limit, minimum, 1, intervals);
        assertNull(firstDeadlock(conductor -> rollout.learning(conductor, schedule), preemptions(preemptions, inLong)));
        assertTrue(orders > 100, orders + " orders are too few to show anything");
    }

    @ParameterizedTest(name = "{0} executors, {1} actors, batches of 1 to {2}, {3} updates")
    @CsvSource({"2, 1, 1, 1, 0", "1, 2, 1, 1, 0", "1, 1, 2, 2, 1"})
    void shouldEndInEveryOrderBesideActorsWhereExecutorsAndLearnerWaitForEachOther(
            int executors, int actors, int limit, int updates, int preemptions) throws Exception {
        Rollout rollout = new Rollout(executors, actors, 2, limit, 1, 1, updates);
        assertNull(firstDeadlock(conductor -> rollout.narrowBesideActors(conductor, 1, 1), preemptions));
        assertTrue(orders > 100, orders + " orders are too few to show anything");
    }

    @ParameterizedTest(
            name = "{0} executors, {1} environments, batches of {3} to {2}, {5} intervals of {4}, mixed {6}, ends {7}")
    @CsvSource({
        "1, 2, 1, 1, 2, 2, false, false, 2, 3",
        "1, 2, 2, 1, 1, 2, true, true, 3, 3",
        "2, 2, 1, 1, 1, 1, false, false, 1, 1",
        "2, 2, 1, 1, 1, 1, true, true, 1, 2",
        "2, 2, 2, 2, 1, 1, false, false, 1, 1",
        "2, 2, 2, 1, 1, 2, true, false, 1, 1",
        "2, 3, 2, 1, 1, 1, true, false, 1, 1",
        "2, 3, 3, 3, 1, 1, true, false, 1, 1"
    })
    void shouldEndInEveryOrderWhereEnvironmentsComputeElsewhere(
            int executors,
            int environments,
            int limit,
            int minimum,
            int steps,
            int intervals,
            boolean mixed,
            boolean ends,
            int preemptions,
            int inLong)
            throws Exception {
        RemoteRollout rollout =
                new RemoteRollout(executors, environments, limit, minimum, steps, intervals, mixed, ends);
        assertNull(firstDeadlock(rollout::barrier, preemptions(preemptions, inLong)));
        assertTrue(orders > 100, orders + " orders are too few to show anything");
    }

    @ParameterizedTest(name = "{0} executors, batches of 1 to {1}")
    @CsvSource({"2, 1", "3, 1", "3, 2"})
    void shouldFindTheHangOfExecutorsThatEndWithoutLooking(int executors, int limit) throws Exception {
        Rollout rollout = new Rollout(executors, 0, executors, limit, 1, 1, 1);
        String deadlock = firstDeadlock(conductor -> rollout.hastyQueue(conductor, 1, 1), 2);
        assertTrue(deadlock.contains("waits: wait for an answer"), deadlock);
    }

    @ParameterizedTest(name = "{0} executors, batches of 1 to {1}")
    @CsvSource({"2, 1", "3, 1", "3, 2"})
    void shouldFindTheHangOfExecutorsThatGoWithoutLooking(int executors, int limit) throws Exception {
        Rollout rollout = new Rollout(executors, 0, executors, limit, 1, 1, 1);
        String deadlock = firstDeadlock(rollout::hasty, 2);
        assertTrue(deadlock.contains("waits: wait for an answer"), deadlock);
        assertTrue(deadlock.contains("waits: wait at the barrier"), deadlock);
    }

    @Test
    void shouldWalkEveryOrderOnce() throws Exception {
        // two threads of two steps each, and their starts: (3 + 3)! / (3! 3!) orders
        assertNull(firstDeadlock(
                conductor -> {
                    conductor.add(new Walker(conductor, "a"));
                    conductor.add(new Walker(conductor, "b"));
                },
                Integer.MAX_VALUE));
        assertEquals(20, orders);
    }

    @Test
    @EnabledIfSystemProperty(named = "hts.orders", matches = "all", disabledReason = "minutes: -Dhts.orders=all")
    void shouldEndInEveryOrderWhateverThePreemptions() throws Exception {
        Rollout rollout = new Rollout(2, 0, 2, 1, 1, 1, 1);
        assertNull(firstDeadlock(rollout::barrier, Integer.MAX_VALUE));
    }
}

package io.htsrl.learners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.PublishedParameters;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.storage.BankExchange;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.ColumnRows;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.QueueExchange;
import io.htsrl.storage.RolloutClock;
import io.htsrl.storage.RolloutExchange;
import io.htsrl.storage.RolloutQueue;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The test's thread runs it, with all rollouts completed before, or banks swapped by the learner alone. */
@Timeout(1800)
class LearnerWorkerTest {
    private static final int COLUMNS = 6;
    private static final BankShape BATCH = new BankShape(2, 2, ObservationSpace.floats(1), 1, 3);

    private final RunControl control = new RunControl();
    private final StorageBank slab = new StorageBank(new BankShape(2, COLUMNS, ObservationSpace.floats(1), 1, 3));
    private final RolloutQueue rollouts = new RolloutQueue(0, COLUMNS, control, RolloutSink.NONE);
    private final PublishedParameters published =
            new PublishedParameters(new Fixtures.LinearPolicy(), new float[3], 4, AsyncConfig.Freshness.ROLLOUT);
    private final List<String> lines = new ArrayList<>();

    /** Adds one to the first parameter, and notes which rewards it is given. */
    private final class NotingLearner implements Learner {
        @Override
        public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
            lines.add("update " + update + " at " + behaviour[0] + " from " + bank.rewards()[0] + " of "
                    + bank.environment(0) + ", " + bank.rewards()[1] + " of " + bank.environment(1));
            parameters[0]++;
            return Map.of();
        }

        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}

        @Override
        public void close() {}
    }

    private final class NotingRecorder implements IntervalRecorder {
        @Override
        public void record(
                long interval,
                StorageBank bank,
                float[] parameters,
                Learner learner,
                int lag,
                Map<String, Double> metrics) {
            lines.add(interval + " gives " + parameters[0] + ", lag " + lag + " " + metrics);
        }

        @Override
        public void finish(float[] parameters, Learner learner, int lag, Map<String, Double> metrics) {
            lines.add("ends with " + parameters[0] + ", lag " + lag);
        }
    }

    private final RoleClock clock = new RoleClock("learner", new SpanRecorder("learner", 0));
    private final ParameterVersions versions = new ParameterVersions(new float[3]);

    private LearnerWorker worker(Schedule schedule, Consumer<float[]> publication, RolloutExchange exchange) {
        return new LearnerWorker(
                new LearningStage(
                        new NotingLearner(), versions, publication, new NotingRecorder(), Perturbation.NONE, schedule),
                exchange,
                clock);
    }

    private LearnerWorker asynchronous(long updates) {
        return worker(
                Schedule.ASYNC,
                published::publish,
                new QueueExchange(
                        new QueueExchange.Parts(
                                slab,
                                new ColumnRows(slab, COLUMNS),
                                rollouts,
                                published,
                                new RolloutClock(updates),
                                RolloutSink.NONE),
                        BATCH,
                        versions::rotate,
                        control));
    }

    /** Each swap fills the next bank, whose rewards tell the interval. */
    private LearnerWorker inIntervals(Schedule schedule, long intervals) {
        DoubleStorage storage = new DoubleStorage(BATCH);
        RolloutClock rollout = new RolloutClock(intervals);
        Runnable rollingOut = () -> {
            storage.write().collectedUnder(versions.version());
            Arrays.fill(storage.write().rewards(), (float) rollout.interval());
        };
        BankExchange.Barrier swap = ignored -> {
            if (schedule.overlaps()) {
                rollingOut.run();
            }
            lines.add("swap " + rollout.interval());
            versions.rotate();
            storage.swap();
            rollout.advance(false);
            return true;
        };
        BankExchange.Barrier filled = schedule.overlaps()
                ? null
                : ignored -> {
                    lines.add("filled " + rollout.interval());
                    rollingOut.run();
                    return false;
                };
        return worker(schedule, parameters -> {}, new BankExchange(storage, rollout, filled, swap));
    }

    /** A rollout of the environment, whose rewards tell when it was completed. */
    private void complete(int environment, float reward) {
        int column = rollouts.claim();
        slab.stamp(column, environment, published.newest().version());
        slab.rewards()[slab.row(0, column)] = reward;
        rollouts.complete(column, published.newest().version());
    }

    @Test
    void shouldLearnFromRolloutsInTheOrderOfTheirArrivalAtTheNewestParameters() {
        complete(3, 10);
        complete(1, 20);
        complete(1, 30);
        complete(0, 40);
        asynchronous(2).run();
        assertEquals(
                List.of(
                        "update 0 at 0.0 from 10.0 of 3, 20.0 of 1",
                        "0 gives 1.0, lag 0 {lag_mean=0.0, queue_lag_mean=0.0}",
                        "update 1 at 1.0 from 30.0 of 1, 40.0 of 0",
                        "1 gives 2.0, lag 1 {lag_mean=1.0, queue_lag_mean=1.0}"),
                lines);
        assertEquals(2, published.newest().version());
        assertEquals(2f, versions.current()[0]);
        assertEquals(2, versions.version());
        assertTrue(rollouts.finished());
    }

    @Test
    void shouldFinishAtOnceWhenAStopWasAskedFor() {
        control.requestStop();
        asynchronous(3).run();
        assertEquals(0, versions.version());
        assertEquals(List.of(), lines);
        assertTrue(rollouts.finished());
    }

    @Test
    void shouldLearnFromTheOtherBankAndFromTheLastOneWhenAllHaveGone() {
        inIntervals(Schedule.HTS, 2).run();
        assertEquals(
                List.of(
                        "swap 0",
                        "0 gives 0.0, lag -1 {}",
                        "update 0 at 0.0 from 0.0 of 0, 0.0 of 1",
                        "swap 1",
                        "1 gives 1.0, lag 1 {}",
                        "update 1 at 0.0 from 1.0 of 0, 1.0 of 1",
                        "ends with 2.0, lag 1"),
                lines);
    }

    @Test
    void shouldWaitForTheRolloutAndLearnFromItsBankWhereTheyAlternate() {
        inIntervals(Schedule.SYNC, 2).run();
        assertEquals(
                List.of(
                        "filled 0",
                        "update 0 at 0.0 from 0.0 of 0, 0.0 of 1",
                        "0 gives 1.0, lag 0 {}",
                        "swap 0",
                        "filled 1",
                        "update 1 at 1.0 from 1.0 of 0, 1.0 of 1",
                        "1 gives 2.0, lag 0 {}",
                        "swap 1"),
                lines);
    }
}

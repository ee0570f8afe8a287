package io.htsrl.trainer.evaluation;

import static io.htsrl.trainer.evaluation.EvaluationRuns.EVERY_THIRD;
import static io.htsrl.trainer.evaluation.EvaluationRuns.NOTHING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.GivenRuns;
import io.htsrl.trainer.config.IntervalObserver;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.BestPolicy.PendingPolicy;
import io.htsrl.trainer.report.EvaluationRecord;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(1800)
@Tag("slow")
class EvaluatorTest {
    private static final RunConfig PPO = EvaluationRuns.config("ppo", "CartPole-v1");

    private static List<Long> intervals(List<EvaluationRecord> records) {
        return records.stream().map(EvaluationRecord::interval).toList();
    }

    /** Keeps every parameter vector of a run by the interval it would be evaluated under. */
    private static IntervalObserver keeper(Map<Long, float[]> parameters) {
        return new IntervalObserver() {
            @Override
            public void onInterval(long interval, StorageBank bank, float[] phi, Consumer<BitHasher> learner) {
                parameters.put(interval, phi.clone());
            }

            @Override
            public void onFinish(long intervals, float[] phi, Consumer<BitHasher> learner) {
                parameters.put(intervals, phi.clone());
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"ppo, GREEDY", "ppo, SAMPLED", "dqn, GREEDY", "dqn, SAMPLED"})
    void shouldEqualASingleLoopOverEpisodes(String algo, EvaluationPolicy actions) throws Exception {
        RunConfig config = EvaluationRuns.config(algo, "CartPole-v1");
        Map<Long, float[]> parameters = new TreeMap<>();

        List<EvaluationRecord> records =
                EvaluationRuns.evaluate(config, new EvaluationConfig(3, 5, actions), 4, 5, keeper(parameters));

        assertEquals(List.of(3L, 6L, 9L, 10L), intervals(records));
        for (EvaluationRecord record : records) {
            long key = record.interval() == 10 ? 10 : record.interval() - 1; // hts learns once more after the last
            assertEquals(actions.toString(), record.policy());
            assertEquals(
                    IntStream.range(0, 5)
                            .mapToObj(episode -> EvaluationRuns.naive(
                                    config,
                                    actions.selector(
                                            config.algorithm(),
                                            config.algorithm().head(new ActionSpace.Discrete(2))),
                                    parameters.get(key),
                                    record.interval(),
                                    episode))
                            .toList(),
                    record.episodes());
        }
    }

    @Test
    void shouldNotDependOnThreadsQueueOrBatch() throws Exception {
        List<EvaluationRecord> one = EvaluationRuns.evaluate(PPO, EVERY_THIRD, 4, 5);

        assertEquals(one, EvaluationRuns.evaluate(EvaluationRuns.with(PPO, Schedule.HTS, 4), EVERY_THIRD, 3, 2));
        assertEquals(one, EvaluationRuns.evaluate(EvaluationRuns.with(PPO, Schedule.HTS, 3), EVERY_THIRD, 4, 16));
        assertEquals(one, EvaluationRuns.evaluate(EvaluationRuns.with(PPO, Schedule.SERIAL, 1), EVERY_THIRD, 1, 1));
    }

    @ParameterizedTest
    @EnumSource(
            value = Schedule.class,
            names = {"HTS", "SYNC", "SERIAL"})
    void shouldLeaveTheTrainingsBitsAlone(Schedule schedule) throws Exception {
        RunConfig config = EvaluationRuns.with(PPO, schedule, 1);
        TrainingResult plain = new Trainer(config, Attachments.none()).run();
        RunControl control = new RunControl();
        try (Evaluator evaluator = new Evaluator(
                config, new EvaluationConfig(1, 2, EvaluationPolicy.GREEDY), TrainingListener.NONE, NOTHING, control)) {
            evaluator.start();
            TrainingResult evaluated =
                    new Trainer(config, evaluator.attachTo(Attachments.none().with(control))).run();

            assertTrue(evaluator.finish(evaluated));
            assertEquals(plain.digest(), evaluated.digest());
        }
    }

    /** Of {@code sync} the last interval's parameters are the final ones: they are evaluated once. */
    @ParameterizedTest
    @CsvSource({"HTS, 5, '[5, 10, 10]'", "SYNC, 5, '[5, 10]'", "SYNC, 4, '[4, 8, 10]'", "HTS, 100, '[10]'"})
    void shouldCountTheIntervalsThatWereComplete(Schedule schedule, long every, String keys) throws Exception {
        List<EvaluationRecord> records = EvaluationRuns.evaluate(
                EvaluationRuns.with(PPO, schedule, 1), new EvaluationConfig(every, 1, EvaluationPolicy.GREEDY), 4, 1);

        assertEquals(keys, intervals(records).toString());
        assertEquals(1280, records.get(records.size() - 1).timestep());
        assertEquals(Math.min(1280, every * 128), records.get(0).timestep());
    }

    /** With a learning rate that changes no parameter: only the episodes could differ. */
    @Test
    void shouldEvaluateInTheSameEpisodesWithAndWithoutDelay() throws Exception {
        RunConfig unlearning = GivenRuns.of(
                ("--algo ppo --env CartPole-v1 --num-envs 8 --sync-interval 16 --total-timesteps 1280 --hidden-sizes 16"
                                + " --learning-rate 1e-30 --seed 3")
                        .split(" "));
        EvaluationConfig evaluation = new EvaluationConfig(4, 5, EvaluationPolicy.GREEDY);

        List<List<Episode>> delayed = episodes(unlearning, Schedule.HTS, evaluation);

        assertEquals(3, Set.copyOf(delayed).size());
        assertEquals(delayed, episodes(unlearning, Schedule.SYNC, evaluation));
    }

    private static List<List<Episode>> episodes(RunConfig config, Schedule schedule, EvaluationConfig evaluation)
            throws Exception {
        return EvaluationRuns.evaluate(EvaluationRuns.with(config, schedule, 1), evaluation, 4, 1).stream()
                .map(EvaluationRecord::episodes)
                .toList();
    }

    // ---- the queue, by hand

    private final List<EvaluationRecord> records = new ArrayList<>();
    private final RunControl control = new RunControl();
    private final float[] parameters = new float[new EpisodeRunner(PPO, EvaluationPolicy.GREEDY, 1).parameterCount()];

    private Evaluator evaluator(int capacity, TrainingListener listener) {
        return new Evaluator(
                PPO,
                new EvaluationConfig(1, 2, EvaluationPolicy.GREEDY),
                listener,
                NOTHING,
                control,
                capacity,
                () -> new EpisodeRunner(PPO, EvaluationPolicy.GREEDY, 2));
    }

    private void offer(Evaluator evaluator, long interval) {
        evaluator.onInterval(interval, null, parameters, hasher -> {});
        evaluator.onInterval(
                new IntervalReport(interval, 128 * (interval + 1), interval + 0.25, 0, Double.NaN, 1, Map.of(), "d"));
    }

    private TrainingResult result() {
        return new TrainingResult(
                384, 9.5, 1, 1, 0, Double.NaN, 1, 1, Map.of(), "d", "p", parameters, TimeUse.NONE, false);
    }

    private static Thread waiting(Runnable offer) {
        Thread learner = new Thread(offer);
        learner.start();
        while (learner.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return learner;
    }

    @Test
    void shouldMakeTheLearnerWaitAndLeaveNothingOut() throws Exception {
        try (Evaluator evaluator = evaluator(2, EvaluationRuns.into(records))) {
            offer(evaluator, 0);
            offer(evaluator, 1);
            Thread learner = waiting(() -> offer(evaluator, 2));
            evaluator.start();
            learner.join();

            assertTrue(evaluator.finish(result()));
            assertEquals(List.of(1L, 2L, 3L, 3L), intervals(records));
            assertEquals(
                    List.of(0.25, 1.25, 2.25, 9.5),
                    records.stream().map(EvaluationRecord::wallSeconds).toList());
        }
    }

    @Test
    void shouldEndTheLearnersWaitWhenTheRunIsAborted() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (Evaluator evaluator = evaluator(1, EvaluationRuns.into(records))) {
            offer(evaluator, 0);
            Thread learner =
                    waiting(() -> thrown.set(assertThrows(RunAbortedException.class, () -> offer(evaluator, 1))));
            control.abort();
            learner.join();

            assertEquals(RunAbortedException.INSTANCE, thrown.get());
            evaluator.start();
            assertFalse(evaluator.finish(result()));
            assertEquals(List.of(), records);
        }
    }

    @Test
    void shouldEndWithoutWaitingWhenItIsClosed() {
        Evaluator evaluator = evaluator(3, EvaluationRuns.into(records));
        evaluator.start();

        evaluator.close();

        assertFalse(control.aborted());
    }

    @Test
    void shouldFailTheRunUnderItsRole() {
        IllegalStateException cause = new IllegalStateException("for the test");
        Evaluator evaluator = evaluator(1, new TrainingListener() {
            @Override
            public void onEvaluation(EvaluationRecord evaluation) {
                throw cause;
            }
        });
        evaluator.start();
        Trainer trainer = new Trainer(PPO, evaluator.attachTo(Attachments.none().with(control)));

        TrainingFailedException failed = assertThrows(TrainingFailedException.class, () -> {
            try (evaluator) {
                evaluator.finish(trainer.run());
            }
        });
        assertEquals("evaluator", failed.role());
        assertEquals(cause, failed.getCause());
    }

    @Test
    void shouldSayWhichPolicyCouldNotBeEvaluated() throws Exception {
        try (Evaluator evaluator = evaluator(2, EvaluationRuns.into(records))) {
            offer(evaluator, 0);
            Arrays.fill(parameters, Float.NaN);
            offer(evaluator, 1);
            evaluator.start();

            TrainingFailedException failed =
                    assertThrows(TrainingFailedException.class, () -> evaluator.finish(result()));
            assertEquals("evaluator", failed.role());
            assertTrue(failed.getCause().getMessage().contains("the evaluation of interval 1"), failed::getMessage);
            assertTrue(failed.result().isPresent(), "the training itself is complete, and its model must be kept");
            assertEquals(List.of(1L), intervals(records));
        }
    }

    // ---- checkpoints

    @Test
    void shouldGoOnWithWhatWasPending() throws Exception {
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        try (Evaluator killed = evaluator(4, EvaluationRuns.into(records))) {
            offer(killed, 0);
            parameters[1] = 2;
            offer(killed, 1);
            killed.save(new DataOutputStream(state));
            killed.start();
            killed.finish(result());
        }
        List<EvaluationRecord> resumed = new ArrayList<>();
        try (Evaluator evaluator = evaluator(4, EvaluationRuns.into(resumed))) {
            evaluator.start();
            evaluator.restore(new DataInputStream(new ByteArrayInputStream(state.toByteArray())));
            evaluator.finish(result());
        }
        assertEquals(3, records.size());
        assertEquals(records, resumed);
    }

    @Test
    void shouldRefuseTheStateOfAnotherNetwork() throws IOException {
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(state);
        out.writeLong(1);
        out.writeInt(1);
        new PendingPolicy(0, 128, 0.25, new float[7]).save(out);
        try (Evaluator evaluator = evaluator(4, TrainingListener.NONE)) {
            IOException refusal = assertThrows(
                    IOException.class,
                    () -> evaluator.restore(new DataInputStream(new ByteArrayInputStream(state.toByteArray()))));
            assertTrue(refusal.getMessage().contains("7 parameters"), refusal::getMessage);
        }
    }

    /** States saved while the evaluator works: each result is pending or written, never both and never neither. */
    @Test
    void shouldHaveEachResultInExactlyOnePlaceAtAnyTime() throws Exception {
        List<EvaluationRecord> written = new ArrayList<>();
        List<List<Long>> places = new ArrayList<>();
        EvaluationConfig every = new EvaluationConfig(1, 3, EvaluationPolicy.SAMPLED);
        WrittenIntervals intervals = new WrittenIntervals(written);
        try (Evaluator evaluator = new Evaluator(PPO, every, EvaluationRuns.into(written), intervals, control)) {
            evaluator.start();
            TrainingListener saver = new TrainingListener() {
                @Override
                public void onInterval(IntervalReport report) {
                    places.add(saved(evaluator));
                }
            };
            Attachments attached = evaluator.attachTo(Attachments.none().with(control));
            evaluator.finish(new Trainer(PPO, attached.with(saver)).run());
        }
        for (int k = 0; k < places.size(); k++) {
            assertEquals(IntStream.rangeClosed(1, k + 1).mapToObj(i -> (long) i).toList(), places.get(k));
        }
    }

    /** The intervals written, then those pending: in their order, since results come in it. */
    private static List<Long> saved(Evaluator evaluator) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            evaluator.save(new DataOutputStream(bytes));
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
            in.readLong();
            List<Long> pending = new ArrayList<>();
            int count = in.readInt();
            int parameterCount = new EpisodeRunner(PPO, EvaluationPolicy.GREEDY, 1).parameterCount();
            for (int i = 0; i < count; i++) {
                pending.add(PendingPolicy.restore(in, parameterCount).interval() + 1);
            }
            List<Long> all = new ArrayList<>();
            in.readUnsignedShort(); // length of the written
            int done = in.readInt();
            for (int i = 0; i < done; i++) {
                all.add(in.readLong());
            }
            all.addAll(pending);
            return all;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}

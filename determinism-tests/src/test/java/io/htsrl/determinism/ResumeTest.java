package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invariant 9, without the killing: a run that begins from a checkpoint has the uninterrupted run's digests. */
@Timeout(1800)
@Tag("slow")
class ResumeTest {
    private static final int KEEP_ALL = 1000;
    private static final Threads OTHER_THREADS = new Threads(2, 2, 3, WaitMode.BLOCKING);

    @TempDir
    Path folder;

    /** Interval reports but for their times. */
    private static final class Reports implements TrainingListener {
        private final Map<Long, String> lines = new TreeMap<>();

        @Override
        public void onInterval(IntervalReport r) {
            lines.put(
                    r.interval(),
                    r.timesteps() + " " + r.episodes() + " " + r.meanReturn100() + " " + r.lag() + " " + r.losses()
                            + " " + r.digest());
        }
    }

    private CheckpointPlan plan(long every, CheckpointFile from) {
        return CheckpointPlan.of(folder, every, KEEP_ALL, from);
    }

    private TrainingResult run(RunConfig config, TrainingListener listener, CheckpointPlan plan) throws Exception {
        return new Trainer(config, Attachments.none().with(listener).with(plan)).run();
    }

    static Stream<Arguments> runs() {
        return Stream.of("a2c", "acktr", "ppo", "trpo", "pqn", "dqn")
                .flatMap(algorithm -> Stream.of(Schedule.values())
                        .filter(Schedule::deterministic)
                        .map(schedule -> Arguments.of(algorithm, schedule)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void shouldEndInTheSameBitsFromEveryCheckpoint(String algorithm, Schedule schedule) throws Exception {
        RunConfig config = Runs.config(algorithm, "CartPole-v1", 1, schedule, Threads.DEFAULT);
        Reports whole = new Reports();
        TrainingResult uninterrupted = run(config, whole, plan(1, null));
        assertEquals(
                Runs.run(algorithm, 1, schedule, Threads.DEFAULT).digest(),
                uninterrupted.digest(),
                "taking checkpoints changes nothing");

        for (Path path : new CheckpointFolder(folder, KEEP_ALL).list()) {
            long interval = CheckpointFolder.interval(path);
            Threads threads = schedule == Schedule.HTS && interval % 2 == 0 ? OTHER_THREADS : Threads.DEFAULT;
            Reports rest = new Reports();
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                TrainingResult resumed =
                        run(Runs.config(algorithm, "CartPole-v1", 1, schedule, threads), rest, plan(0, checkpoint));
                assertEquals(uninterrupted.digest(), resumed.digest(), path.toString());
                assertEquals(uninterrupted.timesteps(), resumed.timesteps());
                assertEquals(uninterrupted.episodes(), resumed.episodes());
                assertEquals(uninterrupted.meanReturn100(), resumed.meanReturn100());
            }
            rest.lines.forEach((k, line) -> assertEquals(whole.lines.get(k), line, path + ", interval " + k));
        }
    }

    /** A stopped run learns from its last bank; the resumed one goes on as if it had not. */
    @Test
    void shouldGoOnFromAStopAsIfThereHadBeenNone() throws Exception {
        RunConfig config = Runs.config("ppo", "Acrobot-v1", 1, Schedule.HTS, Threads.DEFAULT);
        RunControl control = new RunControl();
        TrainingListener stopping = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 3) {
                    control.requestStop();
                }
            }
        };
        TrainingResult stopped = new Trainer(
                        config, Attachments.none().with(stopping).with(control).with(plan(100, null)))
                .run();
        assertTrue(stopped.stopped());

        CheckpointFolder checkpoints = new CheckpointFolder(folder, KEEP_ALL);
        try (CheckpointFile checkpoint = checkpoints.newestIntact().intact().orElseThrow()) {
            assertEquals(
                    Runs.run(config, (point, index) -> {}).digest(),
                    run(config, TrainingListener.NONE, plan(0, checkpoint)).digest());
        }
    }

    /** Never ends, and has so many actions that a thousand steps are more than is kept of an episode. */
    private static final class Endless implements Environment {
        private static final int WIDTH = 4096;

        @Override
        public EnvironmentSpec spec() {
            float[] low = new float[WIDTH];
            float[] high = new float[WIDTH];
            Arrays.fill(low, -1);
            Arrays.fill(high, 1);
            return new EnvironmentSpec(
                    "Endless", ObservationSpace.floats(1), new ActionSpace.Continuous(low, high), 0, Double.NaN);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            out.set(0, 0);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            out.set(0, actions[offset]);
            result.set(1, false, false);
        }

        @Override
        public boolean replayable() {
            return true;
        }
    }

    /** Two agents, which are only reset together. */
    private static final class EndlessAgents implements Environment {
        private final Agents agents = new Agents(List.of("one", "other"), new Endless().spec());

        @Override
        public EnvironmentSpec spec() {
            return agents.joint();
        }

        @Override
        public Optional<Agents> agents() {
            return Optional.of(agents);
        }

        @Override
        public void reset(long seed, ObservationSlot out) {
            write(0, out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            write(actions[offset], out);
            result.set(0, false, false);
        }

        private void write(float seen, ObservationSlot out) {
            for (int agent = 0; agent < agents.count(); agent++) {
                out.set(agents.offset(agent), seen);
                agents.status(out, agent, 1, 0, true);
            }
        }

        @Override
        public boolean replayable() {
            return true;
        }
    }

    private static RunConfig endless(Schedule schedule) {
        return endless(schedule, 1).in(Endless::new);
    }

    private static RunConfig endless(Schedule schedule, int columns) {
        return PlainRuns.of(
                "Pendulum-v1",
                Map.of(),
                null,
                1,
                8L * 64 * columns,
                new PipelineConfig(schedule, columns, 64, 0, 1, 1, WaitMode.BLOCKING, 1),
                new MlpConfig(List.of(4), Activation.TANH, false),
                Runs.algorithm("a2c"));
    }

    private static final class Warnings implements TrainingListener {
        private final List<String> texts = new ArrayList<>();

        @Override
        public void onWarning(String message) {
            texts.add(message);
        }

        private void assertOne(String part) {
            assertEquals(1, texts.size(), texts::toString);
            assertTrue(texts.get(0).contains(part), texts::toString);
        }
    }

    @Test
    void shouldSayOnceThatAnEpisodeIsTooLongToBeKept() throws Exception {
        Warnings taking = new Warnings();
        String digest = run(endless(Schedule.HTS), taking, plan(3, null)).digest();

        taking.assertOne("a checkpoint was taken in an episode of more than 1048576 numbers");
        for (Path path : new CheckpointFolder(folder, KEEP_ALL).list()) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                boolean exact = CheckpointFolder.interval(path) == 3;
                Warnings resuming = new Warnings();
                assertEquals(
                        exact,
                        digest.equals(run(endless(Schedule.HTS), resuming, plan(0, checkpoint))
                                .digest()),
                        path.toString());
                if (exact) {
                    assertEquals(List.of(), resuming.texts);
                } else {
                    resuming.assertOne("the checkpoint was taken in an episode of more than 1048576 numbers");
                }
            }
        }
    }

    @Test
    void shouldTakeNoCheckpointInAnEpisodeOfAgentsThatIsTooLong() throws Exception {
        RunConfig config = endless(Schedule.HTS, 2).in(EndlessAgents::new);
        Warnings warnings = new Warnings();
        String digest = run(config, warnings, plan(1, null)).digest();

        warnings.assertOne("no checkpoint is taken in an episode of more than 1048576 numbers of actions, which is the "
                + "most that is kept to replay it, since agents are only reset together: give the environment a time "
                + "limit");
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertEquals(
                List.of(2L, 1L),
                checkpoints.stream().map(CheckpointFolder::interval).toList());
        for (Path path : checkpoints) {
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                assertEquals(
                        digest, run(config, new Warnings(), plan(0, checkpoint)).digest());
            }
        }
    }

    private List<Path> checkpointsOfStop(Schedule schedule, Warnings warnings) throws Exception {
        RunControl control = new RunControl();
        TrainingListener stopping = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                if (report.interval() == 5) {
                    control.requestStop();
                }
            }

            @Override
            public void onWarning(String message) {
                warnings.onWarning(message);
            }
        };
        CheckpointPlan atStop = new CheckpointPlan(
                folder,
                0,
                KEEP_ALL,
                Map.of(),
                Map.of(),
                () -> {},
                null,
                CheckpointPlan.Rule.EXACT,
                CheckpointPlan.Rule.NEVER);
        new Trainer(
                        endless(schedule),
                        Attachments.none().with(stopping).with(control).with(atStop))
                .run();
        return new CheckpointFolder(folder, KEEP_ALL).list();
    }

    @Test
    void shouldTakeTheCheckpointOfAStopInAnEpisodeThatIsTooLong() throws Exception {
        Warnings warnings = new Warnings();
        assertEquals(1, checkpointsOfStop(Schedule.HTS, warnings).size());
        warnings.assertOne("a checkpoint was taken");
    }

    /** The bank has been learned from: to truncate its last step at resume would teach what did not happen. */
    @Test
    void shouldTakeNoCheckpointInAnEpisodeThatIsTooLongWhereItsBankHasBeenLearnedFrom() throws Exception {
        Warnings warnings = new Warnings();
        assertEquals(List.of(), checkpointsOfStop(Schedule.SYNC, warnings));
        warnings.assertOne("no checkpoint is taken in an episode of more than 1048576 numbers");
    }

    /**
     * An environment that cannot save its state begins new episodes: the old ones end truncated where the checkpoint
     * was taken, and every resumption from it is the same run, however many threads.
     */
    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo", "dqn"})
    void shouldBeginNewEpisodesWhereTheEnvironmentCannotSaveItsState(String algorithm) throws Exception {
        RunConfig config = Runs.config(algorithm, ForgetfulEnvironments.NAME, 1, Schedule.HTS, Threads.DEFAULT);
        TrainingResult uninterrupted = run(config, TrainingListener.NONE, plan(5, null));
        Set<String> digests = new HashSet<>();
        for (RunConfig again : List.of(
                config,
                Runs.config(algorithm, ForgetfulEnvironments.NAME, 1, Schedule.HTS, OTHER_THREADS),
                Runs.config(algorithm, ForgetfulEnvironments.NAME, 1, Schedule.SERIAL, Threads.DEFAULT))) {
            Episodes episodes = new Episodes();
            try (CheckpointFile checkpoint = CheckpointFile.open(new CheckpointFolder(folder, 1).file(5))) {
                digests.add(run(again, episodes, plan(0, checkpoint)).digest());
            }
            assertTrue(
                    episodes.cut >= Runs.ENVIRONMENTS - 2 && episodes.cut <= Runs.ENVIRONMENTS,
                    episodes.cut + " episodes were cut, all but those that ended just there");
        }
        assertEquals(1, digests.size());
        assertNotEquals(uninterrupted.digest(), digests.iterator().next());
    }

    /** Counts what ended truncated in the last step of interval 4, as CartPole's time limit never does here. */
    private static final class Episodes implements TrainingListener {
        private int cut;

        @Override
        public void onEpisode(EpisodeRecord episode) {
            cut += episode.truncated() && episode.interval() == 4 ? 1 : 0;
        }
    }

    @Test
    void shouldRefuseTheStateOfAnotherNetwork() throws Exception {
        run(Runs.config("ppo", "CartPole-v1", 1, Schedule.HTS, Threads.DEFAULT), TrainingListener.NONE, plan(5, null));
        RunConfig other = Runs.config("ppo", "Acrobot-v1", 1, Schedule.HTS, Threads.DEFAULT);
        try (CheckpointFile checkpoint =
                new CheckpointFolder(folder, 1).newestIntact().intact().orElseThrow()) {
            CheckpointException refusal = assertThrows(
                    CheckpointException.class, () -> run(other, TrainingListener.NONE, plan(0, checkpoint)));
            assertTrue(refusal.getMessage().contains("policy.0.weight"), refusal.getMessage());
        }
    }

    @Test
    void shouldTellSeedsApart() throws Exception {
        run(Runs.config("a2c", "CartPole-v1", 1, Schedule.HTS, Threads.DEFAULT), TrainingListener.NONE, plan(5, null));
        try (CheckpointFile checkpoint = CheckpointFile.open(new CheckpointFolder(folder, 1).file(5))) {
            assertNotEquals(
                    Runs.run("a2c", 1, Schedule.HTS, Threads.DEFAULT).digest(),
                    run(
                                    Runs.config("a2c", "CartPole-v1", 2, Schedule.HTS, Threads.DEFAULT),
                                    TrainingListener.NONE,
                                    plan(0, checkpoint))
                            .digest(),
                    "the draws after the checkpoint are another seed's");
        }
    }
}

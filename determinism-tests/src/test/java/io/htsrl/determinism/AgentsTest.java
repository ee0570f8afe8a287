package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.EpisodeRecord;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several agents in one environment: each is a column of the bank, and some take no part for a while. */
class AgentsTest {
    private static final String CARS =
            "--env TrafficJunction-v0 --env-option agents=4 --seed 3 --num-envs 12 --sync-interval 16"
                    + " --total-timesteps 1920 ";
    private static final String OFF_POLICY = " --learning-starts 300 --batch-size 16 --buffer-size 1200";

    @TempDir
    private Path folder;

    private static RunConfig config(String flags) {
        return Hts.configure(flags.trim().split(" +"));
    }

    private static String digest(String flags) throws Exception {
        return new Trainer(config(flags), Attachments.none()).run().digest();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo ppo",
                "--algo ppo --memory gru --memory-size 16 --norm-obs --norm-reward --num-minibatches 2",
                "--algo ppo --env-option state=true --network combined --critic-sees state",
                "--algo ppo --env-option state=true --network combined --critic-sees state --memory gru --memory-size 16",
                "--algo a2c --env-option level=medium --frame-stack 2",
                "--algo dqn" + OFF_POLICY,
                "--algo dqn --memory gru --memory-size 16 --sequence-length 12 --sequence-period 5 --burn-in 4"
                        + OFF_POLICY,
                "--algo pqn",
                "--algo ppo --policies separate --num-minibatches 2",
                "--algo ppo --policies car_0=lead,*=rest --policy-setting lead.clip-coef=0.1 --num-minibatches 2",
                "--algo ppo --policies separate --norm-obs --memory lstm --memory-size 16 --num-minibatches 1",
                "--algo dqn --noisy-sigma 0.5 --frame-stack 2 --policies car_0=lead,car_*=rest" + OFF_POLICY,
            })
    void shouldGiveTheSerialDigestWhateverTheThreadsAndBatches(String flags) throws Exception {
        String oracle = digest(CARS + flags + " --schedule serial");
        for (String threads : List.of(
                " --executors 1",
                " --executors 8 --actors 2 --actor-batch 3",
                " --executors 2 --actors 1 --learners 3 --wait blocking")) {
            assertEquals(oracle, digest(CARS + flags + threads), threads);
        }
        assertNotEquals(oracle, digest(CARS + flags + " --schedule sync"));
    }

    @Tag("slow")
    @Tag("thorough")
    @ParameterizedTest
    @ValueSource(strings = {"--algo ppo --memory lstm --memory-size 16", "--algo dqn --policies separate" + OFF_POLICY})
    void shouldEndInTheSameBitsFromEveryCheckpoint(String flags) throws Exception {
        TrainingResult whole = run(flags, CheckpointPlan.of(folder, 1, 1000, null));
        List<Path> checkpoints = new CheckpointFolder(folder, 1000).list();
        assertTrue(checkpoints.size() > 5, checkpoints::toString);
        for (Path path : checkpoints) {
            try (CheckpointFile from = CheckpointFile.open(path)) {
                CheckpointPlan plan = CheckpointPlan.of(folder, 0, 1000, from);
                assertEquals(whole.digest(), run(flags + " --executors 2", plan).digest(), path.toString());
            }
        }
    }

    private static TrainingResult run(String flags, CheckpointPlan plan) throws Exception {
        return new Trainer(config(CARS + flags), Attachments.none().with(plan)).run();
    }

    /** An environment as one of a single agent. */
    private static final class Door implements Environment {
        private final Environment inner = Environments.create("CartPole-v1", Map.of());
        private final Agents agents = new Agents(List.of("agent_0"), inner.spec());
        private final float[] row = new float[inner.spec().observationSpace().size()];
        private final ObservationSlot own = new ObservationSlot().at(row, 0);

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
            inner.reset(seed, own);
            write(0, out);
        }

        @Override
        public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
            inner.step(actions, offset, own, result);
            write(result.reward, out);
        }

        private void write(double reward, ObservationSlot out) {
            for (int i = 0; i < row.length; i++) {
                out.set(i, row[i]);
            }
            agents.status(out, 0, reward, 0, true);
        }
    }

    @Test
    void shouldGiveASingleAgentTheDigestOfThePlainEnvironment() throws Exception {
        RunConfig plain = config("--algo ppo --env CartPole-v1 --seed 1 --total-timesteps 8192 --num-envs 8");
        RunConfig door = plain.in(Door::new);
        assertEquals(
                new Trainer(plain, Attachments.none()).run().digest(),
                new Trainer(door, Attachments.none()).run().digest());
    }

    /** A car is an episode: the time without one belongs to none, and is as long as its agent waits. */
    @Test
    void shouldReportTheEpisodesOfAgentsThatTakePart() throws Exception {
        List<EpisodeRecord> episodes = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onEpisode(EpisodeRecord record) {
                episodes.add(record);
            }
        };
        new Trainer(config(CARS + "--algo ppo"), Attachments.none().with(listener)).run();
        assertTrue(episodes.size() > 100, () -> episodes.size() + " episodes");
        assertTrue(episodes.stream().allMatch(each -> each.length() <= 20 && each.length() >= 1));
        assertTrue(episodes.stream().mapToInt(EpisodeRecord::length).sum() < 1800, "steps of absent agents count");
        assertTrue(episodes.stream().anyMatch(EpisodeRecord::truncated));
        assertTrue(episodes.stream().anyMatch(each -> !each.truncated()));
    }

    @ParameterizedTest
    @CsvSource({
        "--algo ppo --env TrafficJunction-v0 --env-option agents=5, 20",
        "--algo ppo --env TrafficJunction-v0 --env-option agents=4, 16",
        "--algo dqn --env TrafficJunction-v0 --env-option agents=17, 17",
        "--preset mappo --env TrafficJunction-v0 --env-option agents=3 --env-option state=true, 18",
        "--algo ppo --env SimpleSpread-v3 --env-option agents=5, 100",
        "--algo ppo --env TrafficJunction-v0 --env-option agents=5 --num-envs 10, 10",
    })
    void shouldRoundThePresetsReplicasUpToWholeEnvironments(String flags, int replicas) {
        RunConfig config = config(flags);

        config.check();
        assertEquals(replicas, config.pipeline().numEnvs());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--num-envs 10|--num-envs 10: it must be a multiple of 4, since each agent of TrafficJunction-v0 is one "
                        + "of them (car_0, car_1, car_2, car_3); give 8 or 12",
                "--num-envs 3|--num-envs 3: it must be a multiple of 4, since each agent of TrafficJunction-v0 is one of "
                        + "them (car_0, car_1, car_2, car_3); give 4",
                "--schedule async|--schedule async: it must have a barrier for several agents in one environment, which "
                        + "wait for each other; choose --schedule hts",
                "--step-time constant:1ms|--step-time: it is for environments of one agent in this version, and "
                        + "TrafficJunction-v0 has 4; leave it out",
            })
    void shouldRefuseWhatAgentsOfOneEnvironmentCannotHave(String flags, String message) {
        String envs = flags.contains("--num-envs") ? "" : " --num-envs 8";
        String command = "--algo a2c --env TrafficJunction-v0 --env-option agents=4 " + flags + envs;
        assertEquals(
                message,
                assertThrows(ConfigurationException.class, () -> config(command).check())
                        .getMessage());
    }
}

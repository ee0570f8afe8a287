package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.policies.network.Tensor;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.run.Trainer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents of one environment have different spaces, and a policy each. */
class UnlikeAgentsTest {
    private static final String RUN =
            "--env UnlikeAgents-v0 --policies separate --seed 3 --num-envs 8 --sync-interval 16 ";
    private static final String OFF_POLICY = " --learning-starts 300 --batch-size 16 --buffer-size 1200";

    @TempDir
    private Path folder;

    private static RunConfig config(String kind, String flags) {
        String steps = flags.contains("--total-timesteps") ? "" : " --total-timesteps 1024";
        return Hts.configure((RUN + "--env-option kind=" + kind + " " + flags + steps).split(" +"));
    }

    private static String digest(RunConfig config) throws Exception {
        return new Trainer(config, Attachments.none()).run().digest();
    }

    @ParameterizedTest
    @CsvSource({
        "choice, --algo ppo --num-minibatches 2",
        "choice, --algo pqn",
        "choice, --algo trpo",
        "choice, --algo dqn --dueling" + OFF_POLICY,
        "choice, --algo dqn --distributional categorical --dueling --n-atoms 7 --noisy-sigma 0.5 --frame-stack 2"
                + OFF_POLICY,
        "choices, --algo ppo --norm-adv",
        "choices, --algo a2c --frame-stack 2",
        "boxes, --algo ppo --norm-obs",
        "boxes, --algo trpo",
        "choice, --algo ppo --memory gru --memory-size 16 --num-minibatches 2",
        "choice, --algo ppo --policy-setting second.learning-rate=1e-3 --policy-setting second.gamma=0.5",
        "choice, --algo dqn --policy-setting first.end-e=0.3 --policy-setting first.batch-size=8" + OFF_POLICY,
    })
    void shouldGiveTheSerialDigestWhateverTheThreadsAndBatches(String kind, String flags) throws Exception {
        String oracle = digest(config(kind, flags + " --schedule serial"));
        for (String threads :
                List.of(" --executors 1", " --executors 4 --actors 2 --actor-batch 3", " --actors 1 --learners 3")) {
            assertEquals(oracle, digest(config(kind, flags + threads)), threads);
        }
        assertNotEquals(oracle, digest(config(kind, flags + " --schedule sync")));
    }

    @ParameterizedTest
    @CsvSource({
        "choices, --algo ppo",
        "choice, --algo dqn" + OFF_POLICY,
        "boxes, --algo a2c --norm-obs",
        "choice, --algo ppo --memory lstm --memory-size 16 --policy-setting first.ent-coef=0.1"
    })
    void shouldEndInTheSameBitsFromEveryCheckpoint(String kind, String flags) throws Exception {
        Attachments attachments = Attachments.none();
        String whole = new Trainer(config(kind, flags), attachments.with(CheckpointPlan.of(folder, 1, 1000, null)))
                .run()
                .digest();
        List<Path> checkpoints = new CheckpointFolder(folder, 1000).list();
        assertTrue(checkpoints.size() > 5, checkpoints::toString);
        for (Path path : checkpoints) {
            try (CheckpointFile from = CheckpointFile.open(path)) {
                CheckpointPlan plan = CheckpointPlan.of(folder, 0, 1000, from);
                Trainer resumed = new Trainer(config(kind, flags + " --executors 2"), attachments.with(plan));
                assertEquals(whole, resumed.run().digest(), path.toString());
            }
        }
    }

    private static float[] parameters(String settings) throws Exception {
        String oneInterval = "--algo ppo --num-minibatches 2 --total-timesteps 128 " + settings;
        return new Trainer(config("boxes", oneInterval), Attachments.none())
                .run()
                .parameters();
    }

    /** The policies' parameters are one after the other. */
    @Test
    void shouldLearnEachPolicyByItsSettingsAlone() throws Exception {
        float[] usual = parameters("--policy-setting second.learning-rate=1e-3");
        float[] other = parameters("--policy-setting second.learning-rate=1e-2");
        int from = Arrays.mismatch(usual, other);
        int ofFirst = config("boxes", "--algo ppo").tensors().stream()
                .filter(tensor -> tensor.name().startsWith("first."))
                .mapToInt(Tensor::size)
                .sum();
        assertTrue(from >= ofFirst, from + " < " + ofFirst);
        assertArrayEquals(
                parameters("--learning-rate 1e-3 --policy-setting first.ent-coef=0"),
                parameters("--policy-setting first.learning-rate=1e-3 --policy-setting second.learning-rate=1e-3"));
        assertFalse(Arrays.equals(
                usual,
                parameters("--policy-setting second.learning-rate=1e-3 "
                        + "--policy-setting second.gamma=0.5 --policy-setting first.update-epochs=1")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algo ppo --policies shared|--policies shared: it must be a policy of agents with equal spaces, and first has "
                        + "(float32[3], discrete 3), second (float32[5], multi-discrete [2, 4]); give separate, or a policy "
                        + "for each kind of agent",
                "--algo ppo --policy-setting third.gamma=0.9|--policy-setting third.gamma=0.9: it must begin with one of the "
                        + "policies first, second, and a dot; give first.third.gamma",
                "--algo ppo --policy-setting first.gama=0.9|first.gama=0.9: it must be of a setting that can change during a "
                        + "run; did you mean gamma?",
                "--algo ppo --policy-setting first.gamma=high|first.gamma=high: it must be a number; give 0.5 or 2.5e-4, for "
                        + "example",
                "--algo ppo --policy-setting first.gamma=2|first.gamma=2.0: it must be in [0, 1]; give 0.99, for example",
                "--algo ppo --policy-setting first.rms-alpha=0.9|first.rms-alpha=0.9: it is for --optimizer rmsprop only; "
                        + "leave it out",
                "--algo a2c --policy-setting first.learning-rate=linear:1e-3:0|first.learning-rate=a schedule: it must be "
                        + "constant in a run that anneals nothing else; give a number",
                "--algo ppo --policy-setting first.num-minibatches=7|first.num-minibatches=7: it must divide the steps of an "
                        + "interval (512); give 4 or 8, or change --num-envs or --sync-interval",
            })
    void shouldRefuseWhatPoliciesCannotHave(String flags, String message) {
        String[] all = ("--env UnlikeAgents-v0 --env-option kind=choices --num-envs 8 "
                        + (flags.contains("--policies") ? "" : "--policies separate ") + flags)
                .split(" ");
        assertEquals(
                message.startsWith("--") ? message : "--policy-setting " + message,
                assertThrows(ConfigurationException.class, () -> Hts.configure(all))
                        .getMessage());
    }
}

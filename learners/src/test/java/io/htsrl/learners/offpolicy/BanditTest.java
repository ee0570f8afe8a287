package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.sac.Sac;
import io.htsrl.learners.sac.SacConfig;
import io.htsrl.learners.td3.Ddpg;
import io.htsrl.learners.td3.DdpgConfig;
import io.htsrl.learners.td3.NoiseSettings;
import io.htsrl.learners.td3.Td3;
import io.htsrl.learners.td3.Td3Config;
import io.htsrl.learners.tqc.Tqc;
import io.htsrl.learners.tqc.TqcConfig;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Episodes have one step; its reward is greatest for an action that the observation tells: every algorithm finds it, in
 * bits that neither threads nor an interruption change.
 */
class BanditTest {
    private static final int STEPS = 8;
    private static final int INTERVALS = 250;
    private static final ActionSpace.Continuous BOX = new ActionSpace.Continuous(new float[] {-4}, new float[] {4});

    private static ActorCritics config(String algorithm, int batches) {
        CriticSettings learning = Learning.settings(64, 1e-2, 1, algorithm.equals("td3") ? 2 : 1, 0.05);
        ReplaySettings replay = new ReplaySettings(2000, 32, 1, 0.6, 0.4, 1e-6, batches, 1, null, null, null, 0);
        EntropySettings entropy = new EntropySettings(
                true, 0.1, Optional.of(-3.0), Temperature.Loss.LOG, true, false, LogStd.CLAMP, 0, 1);
        NoiseSettings noise = new NoiseSettings(0.2, NoiseSettings.NoiseType.GAUSSIAN);
        var adam = Learning.adam(1e-2);
        return switch (algorithm) {
            case "sac" -> new SacConfig(adam, learning, entropy, replay, Optional.empty());
            case "tqc" -> new TqcConfig(adam, learning, entropy, replay, 2, 5, 1);
            case "td3" -> new Td3Config(adam, learning, noise, replay, 0.2, 0.5, 0);
            case "ddpg" -> new DdpgConfig(adam, learning, noise, replay);
            default -> throw new IllegalArgumentException(algorithm);
        };
    }

    private static Learner learner(ActorCritics config, LearnerInputs inputs) {
        return switch (config.algorithm()) {
            case "sac" -> new Sac().learner(config, inputs);
            case "tqc" -> new Tqc().learner(config, inputs);
            case "td3" -> new Td3().learner(config, inputs);
            default -> new Ddpg().learner(config, inputs);
        };
    }

    /** The best action for an observation. */
    private static double best(float x) {
        return 0.6 * x - 0.2;
    }

    /** A run, by turns. */
    private static final class Run {
        private final ActorCritics config;
        private final StorageBank bank;
        private final LearnerInputs inputs;
        private final ActionHead head;
        private final ActionSelector selector;
        private final Learner learner;
        private final float[] phi;
        private final BitHasher digest = new BitHasher();
        private long interval;

        Run(String algorithm, int batches, Team team) {
            config = config(algorithm, batches);
            head = config.head(BOX);
            bank = new StorageBank(
                    new BankShape(STEPS, 1, ObservationSpace.floats(Learning.INPUTS), 1, head.outputs()));
            inputs = Learning.inputs(config, bank, BOX, team, 32);
            selector = config.selector(head, 0, 1, AnnealingHorizon.of(STEPS * INTERVALS));
            learner = learner(config, inputs);
            phi = Learning.parameters(inputs);
        }

        float[] outputs(float x) {
            Policy.Snapshot snapshot = inputs.policy().newSnapshot();
            snapshot.load(phi);
            ObservationBatch batch = new ObservationBatch(1);
            batch.over(new float[] {x, 1});
            batch.add(0);
            float[] outputs = new float[head.outputs()];
            inputs.policy().newForward().forward(snapshot, batch, outputs, new int[1]);
            return outputs;
        }

        void go(int intervals) {
            ObservationSlot slot = new ObservationSlot();
            StepResult result = new StepResult();
            for (int k = 0; k < intervals; k++, interval++) {
                for (int step = 0; step < STEPS; step++) {
                    long at = interval * STEPS + step;
                    float x = (float) (2 * RandomStream.root(8).uniform(at) - 1);
                    bank.observationSlot(step, 0, slot).set(0, x);
                    slot.set(1, 1);
                    selector.select(outputs(x), 0, RandomStream.root(9), at, bank.actions(), step);
                    double miss = bank.actions()[step] - best(x);
                    result.set(-miss * miss, true, false);
                    bank.storeResult(step, 0, result);
                }
                learner.update(bank, phi.clone(), phi, interval);
                learner.digest(digest);
            }
        }

        void copy(Run other) throws IOException {
            ByteArrayOutputStream saved = new ByteArrayOutputStream();
            other.learner.save(new DataOutputStream(saved));
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved.toByteArray()));
            learner.restore(in);
            assertEquals(0, in.available());
            System.arraycopy(other.phi, 0, phi, 0, phi.length);
            digest.restart(other.digest.low(), other.digest.high());
            interval = other.interval;
        }
    }

    /** DDPG is TD3 with other settings, and TQC SAC with a loss that has tests of its own. */
    static List<String> algorithms() {
        return Boolean.getBoolean("hts.long") ? List.of("sac", "td3", "ddpg", "tqc") : List.of("sac", "td3");
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldFindTheBestActions(String algorithm) {
        Run run = new Run(algorithm, 1, Team.alone());
        run.go(INTERVALS);
        for (float x : new float[] {-0.8f, 0, 0.8f}) {
            float[] action = new float[1];
            run.head.mode(run.outputs(x), 0, action, 0);
            assertEquals(best(x), action[0], 0.15, "for " + x);
        }
    }

    @ParameterizedTest
    @CsvSource({"sac, 3", "td3, 2", "ddpg, 1", "tqc, 2", "tqc, 1"})
    void shouldHaveTheSameBitsForEveryNumberOfThreadsAndAfterARestart(String algorithm, int batches)
            throws IOException {
        Run whole = new Run(algorithm, batches, Team.alone());
        whole.go(14);
        float[] early = whole.phi.clone();
        Run begun = new Run(algorithm, batches, Team.alone());
        begun.go(14);
        whole.go(10);
        assertNotEquals(early[0], whole.phi[0]);
        for (int threads : new int[] {2, 4}) {
            try (Team team = Team.of(threads)) {
                Run resumed = new Run(algorithm, batches, team);
                resumed.copy(begun);
                resumed.go(10);
                assertArrayEquals(whole.phi, resumed.phi);
                assertEquals(whole.digest.hex(), resumed.digest.hex());
            }
        }
    }
}

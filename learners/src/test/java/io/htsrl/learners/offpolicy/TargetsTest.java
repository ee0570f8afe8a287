package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.sac.SacConfig;
import io.htsrl.learners.td3.DdpgConfig;
import io.htsrl.learners.td3.NoiseSettings;
import io.htsrl.learners.td3.Td3Config;
import io.htsrl.learners.tqc.TqcConfig;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests when actor and targets of algorithms with critics move, update after update, bit by bit. */
class TargetsTest {
    private static final int ROWS = 8;
    private static final int WIDTH = 2;
    private static final float TAU = 0.25f;

    private static ActorCritics config(String algorithm, int frequency, int targetInterval) {
        CriticSettings learning = Learning.oneUpdatePer(ROWS, 1e-2, 1, frequency, TAU);
        ReplaySettings replay = Learning.replay(6);
        NoiseSettings noise = new NoiseSettings(0.1, NoiseSettings.NoiseType.GAUSSIAN);
        EntropySettings entropy = new EntropySettings(
                true, 0.3, Optional.empty(), Temperature.Loss.LOG, false, false, LogStd.CLAMP, 0, targetInterval);
        return switch (algorithm) {
            case "sac" -> new SacConfig(Learning.adam(1e-2), learning, entropy, replay, Optional.empty());
            case "tqc" -> new TqcConfig(Learning.adam(1e-2), learning, entropy, replay, 2, 5, 1);
            case "td3" -> new Td3Config(Learning.adam(1e-2), learning, noise, replay, 0.2, 0.5, 0);
            default -> new DdpgConfig(Learning.adam(1e-2), learning, noise, replay);
        };
    }

    /**
     * @param frequency updates from one of the actor to the next
     * @param acting the first of them
     * @param targetInterval updates from one move of the targets to the next
     */
    @ParameterizedTest
    @CsvSource({"sac, 1, 0, 1", "sac, 2, 0, 3", "tqc, 2, 0, 3", "td3, 1, 0, 1", "td3, 2, 1, 2", "ddpg, 3, 2, 3"})
    void shouldMoveWhenTheSettingsSay(String algorithm, int frequency, int acting, int targetInterval) {
        ActorCritics config = config(algorithm, frequency, targetInterval);
        int outputs = config.head(Learning.box(WIDTH)).outputs();
        StorageBank bank = Batches.bank(ROWS / 2, 2, Learning.INPUTS, WIDTH, outputs, 3);
        LearnerInputs inputs = Learning.inputs(config, bank, Learning.box(WIDTH), Team.alone());
        int actor = ((JointPolicy) inputs.policy()).criticsOffset();
        Learner learner = Algorithms.of(config).learner(config, inputs);
        float[] phi = Learning.parameters(inputs);
        float[] targets = phi.clone();
        for (int update = 0; update < 7; update++) {
            float[] before = phi.clone();
            learner.update(bank, before.clone(), phi, update);

            boolean acted = !Arrays.equals(before, 0, actor, phi, 0, actor);
            assertEquals(update % frequency == acting, acted, "the actor moved in update " + update);
            if (update % targetInterval == targetInterval - 1) {
                Learning.follow(targets, phi, TAU);
            }
            Learning.assertTargets(targets, learner, inputs.policy().tensors(), "in update " + update);
        }
    }

    /** After two updates and a reset, the third is Adam's first step, of the rate's size, from the drawn parameters. */
    @ParameterizedTest
    @CsvSource({"sac", "tqc", "td3", "ddpg"})
    void shouldLearnAnewFromDrawnParametersAfterAReset(String algorithm) {
        ActorCritics usual = config(algorithm, 1, 1);
        ActorCritics config = (ActorCritics) usual.with(usual.replay().withResetEvery(2));
        int outputs = config.head(Learning.box(WIDTH)).outputs();
        StorageBank bank = Batches.bank(ROWS / 2, 2, Learning.INPUTS, WIDTH, outputs, 3);
        LearnerInputs inputs = Learning.inputs(config, bank, Learning.box(WIDTH), Team.alone());
        Learner learner = Algorithms.of(config).learner(config, inputs);
        float[] phi = Learning.parameters(inputs);
        for (int update = 0; update < 3; update++) {
            learner.update(bank, phi.clone(), phi, update);
        }

        float[] drawn = new float[phi.length];
        inputs.policy()
                .initialise(
                        drawn, inputs.stream().spawn("replay").spawn("reset").spawn(1));
        int whole = 0;
        for (int i = 0; i < phi.length; i++) {
            double change = Math.abs(phi[i] - drawn[i]);
            assertTrue(change < 1.0001e-2, algorithm + " changed parameter " + i + " by " + change);
            whole += change > 0.999e-2 ? 1 : 0;
        }
        assertTrue(whole > phi.length * 2 / 3, whole + " whole steps");
        float[] targets = drawn.clone();
        Learning.follow(targets, phi, TAU);
        Learning.assertTargets(targets, learner, inputs.policy().tensors(), "after a reset");
    }
}

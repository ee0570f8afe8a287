package io.htsrl.learners;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.work.Team;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.acktr.AcktrConfig;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig.RewardNormalization;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.learners.pqn.PqnConfig;
import io.htsrl.learners.trpo.TrpoConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.Ratio;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is learnt from a lost step's action and reward, whatever they are. */
class LostStepTest {
    private static final float[] BEHAVIOUR = {0.5f, -0.6f, 0.4f};
    private static final MlpConfig NETWORK = new MlpConfig(List.of(8), Activation.TANH, false);

    private static AlgorithmConfig config(String algorithm) {
        ActorCriticConfig shared = new ActorCriticConfig(
                0.9, 0.95, true, AnnealedValue.of(0.01), 0.5, 0, false, 1, new RewardNormalization(true, 10));
        return switch (algorithm) {
            case "a2c" -> new A2cConfig(shared, Learning.adam(0.01));
            case "acktr" -> new AcktrConfig(shared, AnnealedValue.of(0.25), false, 0.001, 0.99, 0.01, 0.9, 10, 1);
            case "ppo" ->
                new PpoConfig(
                        shared,
                        Learning.adam(0.01),
                        3,
                        4,
                        AnnealedValue.of(0.2),
                        true,
                        AnnealedValue.of(0),
                        0,
                        PpoConfig.ClipAround.BEHAVIOUR);
            case "trpo" -> new TrpoConfig(shared, Learning.adam(0.01), 0.01, 10, 0.1, 0.8, 10, 3, 8, 2);
            case "pqn" ->
                new PqnConfig(Learning.adam(0.01), 0.9, 0.65, new Exploration(1, 0.1, 0.5, false), 3, 4, null);
            default ->
                new DqnConfig(
                        Learning.adam(0.01),
                        0.9,
                        new Exploration(1, 0.1, 0.5, false),
                        new ReplaySettings(1000, 16, 3, 0.6, 0.4, 1e-6, 1, 1, null, null, null, 0),
                        DqnConfig.InitialPriority.ACTOR,
                        0,
                        new Ratio(1, 4),
                        50,
                        1,
                        true,
                        true,
                        null,
                        0,
                        null);
        };
    }

    private static PolicyNetwork policy(AlgorithmConfig config, BankShape shape) {
        return Networks.create(NETWORK, shape.observationSpace(), 1, 2, config.heads());
    }

    private static Learner learner(
            AlgorithmConfig config, PolicyNetwork policy, AsyncConfig.Correction correction, BankShape shape) {
        LearnerInputs inputs = Fixtures.inputs(
                shape, policy, new ActionSpace.Discrete(2), Team.alone(), RandomStream.root(1), correction);
        return Algorithms.of(config).learner(config, inputs);
    }

    private static float[] initial(PolicyNetwork policy) {
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, RandomStream.root(2));
        return parameters;
    }

    private static float[] learnt(String algorithm, AsyncConfig.Correction correction, StorageBank... banks) {
        AlgorithmConfig config = config(algorithm);
        PolicyNetwork policy = policy(config, banks[0].shape());
        float[] parameters = initial(policy);
        try (Learner learner = learner(config, policy, correction, banks[0].shape())) {
            for (int i = 0; i < banks.length; i++) {
                learner.update(banks[i], parameters.clone(), parameters, i);
            }
        }
        return parameters;
    }

    private static StorageBank bank(long seed) {
        return Fixtures.bank(8, 4, BEHAVIOUR, seed);
    }

    private static StorageBank lost(long seed, double reward, boolean otherAction) {
        return Fixtures.lose(bank(seed), reward, otherAction);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "acktr", "ppo", "trpo", "pqn", "dqn"})
    void shouldTeachNothing(String algorithm) {
        for (AsyncConfig.Correction correction : AsyncConfig.Correction.values()) {
            float[] expected = learnt(algorithm, correction, lost(4, 0, false), lost(5, 0, false));
            float[] actual = learnt(algorithm, correction, lost(4, 1000, true), lost(5, -1000, true));
            assertArrayEquals(expected, actual, 0);
            assertFalse(Arrays.equals(expected, learnt(algorithm, correction, bank(4), bank(5))), "steps were lost");
        }
    }

    /** A2C's gradient is that of the behaviour parameters and of the bank alone. */
    @Test
    void shouldLeaveNothingOfTheBankBeforeInTheGradient() {
        AlgorithmConfig config = new A2cConfig(new ActorCriticConfig(0.9, 0.95, true, 0.01, 0.5), Learning.adam(0.01));
        StorageBank full = Fixtures.bank(8, 4, BEHAVIOUR, 4);
        StorageBank lost = lost(4, 0, false);
        PolicyNetwork policy = policy(config, full.shape());
        try (Learner one = learner(config, policy, AsyncConfig.Correction.NONE, full.shape());
                Learner two = learner(config, policy, AsyncConfig.Correction.NONE, full.shape())) {
            one.update(lost, initial(policy), initial(policy), 0);
            two.update(full, initial(policy), initial(policy), 0);
            assertEquals(
                    one.update(lost, initial(policy), initial(policy), 1).get("grad_norm"),
                    two.update(lost, initial(policy), initial(policy), 1).get("grad_norm"));
        }
    }
}

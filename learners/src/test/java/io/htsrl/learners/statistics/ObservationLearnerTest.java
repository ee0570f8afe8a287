package io.htsrl.learners.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The network has 8 n parameters, so a norm adds up in the same lanes with and without statistics behind it. */
class ObservationLearnerTest {
    private static final int FEATURES = 4;
    private static final int STEPS = 8;
    private static final int ENVIRONMENTS = 4;
    private static final MlpConfig PLAIN = new MlpConfig(List.of(8), Activation.TANH, true);
    private static final ObservationSpace SPACE = ObservationSpace.floats(FEATURES);

    /** 4 x 8 + 8 and 8 x 7 + 7 and 8 + 1: 112. */
    private static PolicyNetwork network(MlpConfig config) {
        return Networks.create(config, SPACE, 1, 7, Heads.ACTOR_CRITIC);
    }

    private final PolicyNetwork policy = network(PLAIN.with(new ObservationNormalization(true, 10)));
    private final int trained = policy.parameterCount() - 2 * FEATURES;

    private static float[] parameters(PolicyNetwork policy) {
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, RandomStream.root(5));
        return parameters;
    }

    /** Experience under {@code parameters}, whose third feature never varies and whose fourth is far from 0. */
    private static StorageBank bank(PolicyNetwork policy, float[] parameters, long seed) {
        StorageBank bank = new StorageBank(new BankShape(STEPS, ENVIRONMENTS, SPACE, 1, policy.outputWidth()));
        RandomStream draws = RandomStream.root(seed);
        ObservationSlot slot = new ObservationSlot();
        StepResult result = new StepResult();
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        ObservationBatch batch = new ObservationBatch(1);
        float[] outputs = new float[policy.outputWidth()];
        for (int environment = 0; environment < ENVIRONMENTS; environment++) {
            fill(bank.observationSlot(0, environment, slot), draws.spawn(environment));
            for (int step = 0; step < STEPS; step++) {
                bank.bind(batch);
                bank.add(batch, step, environment);
                policy.newForward().forward(snapshot, batch, outputs, new int[1]);
                bank.storeOutput(step, environment, outputs, 0);
                RandomStream d = draws.spawn(environment).spawn(step);
                bank.actions()[bank.row(step, environment)] = (int) (7 * d.uniform(0));
                result.set(2 * d.uniform(1) - 1, d.uniform(2) < 0.2, false);
                bank.storeResult(step, environment, result);
                fill(bank.observationSlot(step + 1, environment, slot), d);
            }
        }
        return bank;
    }

    private static void fill(ObservationSlot slot, RandomStream draws) {
        slot.set(0, (float) draws.uniform(10));
        slot.set(1, (float) (3 * draws.uniform(11) - 1));
        slot.set(2, 0.7f);
        slot.set(3, (float) (5 + draws.uniform(13)));
    }

    private static Learner learner(AlgorithmConfig config, PolicyNetwork policy) {
        return Algorithms.of(config)
                .learner(
                        config,
                        new LearnerInputs(
                                new BankShape(STEPS, ENVIRONMENTS, SPACE, 1, policy.outputWidth()),
                                policy,
                                new ActionSpace.Discrete(7),
                                AnnealingHorizon.of(10),
                                Backend.JVM,
                                Team.alone(),
                                RandomStream.root(1),
                                AsyncConfig.Correction.NONE,
                                ReplayMemory::of,
                                LearnerLanes.HERE,
                                BatchSizeController.FIXED,
                                Optimizer::of));
    }

    private static AlgorithmConfig config(String algorithm, OptimizerConfig.Kind kind) {
        ActorCriticConfig shared = new ActorCriticConfig(0.9, 0.95, true, 0.01, 0.5);
        OptimizerConfig optimizer = new OptimizerConfig(kind, 0.01, false, 1e-5, 0.99, 0.01)
                .withAdam(new OptimizerConfig.Adam(0.9, 0.999, 0.5)); // which clips
        return algorithm.equals("ppo")
                ? new PpoConfig(
                        shared,
                        optimizer,
                        3,
                        4,
                        AnnealedValue.of(0.2),
                        true,
                        AnnealedValue.of(0),
                        0,
                        PpoConfig.ClipAround.BEHAVIOUR)
                : new A2cConfig(shared, optimizer);
    }

    @ParameterizedTest
    @CsvSource({"a2c,ADAM", "a2c,RMSPROP", "ppo,ADAM", "ppo,ADAMW", "ppo,RMSPROP"})
    void shouldNeitherMoveNorCountTheStatisticsWhenLearning(String algorithm, OptimizerConfig.Kind kind) {
        AlgorithmConfig config = config(algorithm, kind);
        PolicyNetwork plain = network(PLAIN);
        float[] behaviour = parameters(policy); // statistics that change nothing, so that both see the same
        float[] plainBehaviour = parameters(plain);
        StorageBank bank = bank(plain, plainBehaviour, 3);
        float[] learnt = behaviour.clone();
        float[] expected = plainBehaviour.clone();
        Map<String, Double> metrics;
        try (Learner one = learner(config, policy);
                Learner other = learner(config, plain)) {
            metrics = one.update(bank, behaviour, learnt, 0);
            assertEquals(other.update(bank, plainBehaviour, expected, 0), metrics);
            one.update(bank, behaviour, learnt, 1);
            other.update(bank, plainBehaviour, expected, 1);
        }
        assertNotEquals(0, Arrays.compare(expected, plainBehaviour), "something was learnt");
        assertArrayEquals(expected, Arrays.copyOf(learnt, trained), 0);
        assertArrayEquals(tail(behaviour), tail(learnt), 0);
    }

    private float[] tail(float[] parameters) {
        return Arrays.copyOfRange(parameters, trained, parameters.length);
    }

    /** Makes two passes over every observation acted on in these banks. */
    private static void assertStatistics(float[] tail, StorageBank... banks) {
        int count = banks.length * STEPS * ENVIRONMENTS;
        for (int feature = 0; feature < FEATURES; feature++) {
            double mean = 0;
            double squares = 0;
            for (StorageBank bank : banks) {
                for (int row = 0; row < STEPS * ENVIRONMENTS; row++) {
                    mean += bank.floatObservations()[row * FEATURES + feature] / (double) count;
                }
            }
            for (StorageBank bank : banks) {
                for (int row = 0; row < STEPS * ENVIRONMENTS; row++) {
                    double distance = bank.floatObservations()[row * FEATURES + feature] - mean;
                    squares += distance * distance;
                }
            }
            double scale = 1 / Math.sqrt(squares / count + 1e-8);
            assertEquals(mean, tail[feature], 1e-6);
            assertEquals(scale, tail[FEATURES + feature], 1e-4 * scale);
        }
    }

    /** Learns nothing, and notes what it was shown. */
    private static final class NotingLearner implements Learner {
        private float[] shown;

        @Override
        public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
            shown = parameters.clone();
            parameters[0]++;
            return Map.of("noted", 1.0);
        }

        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}

        @Override
        public void close() {}
    }

    @Test
    void shouldWriteTheStatisticsOfAllBanksBehindTheUpdateThatDidNotSeeThem() {
        float[] phi = parameters(policy);
        StorageBank first = bank(policy, phi, 1);
        StorageBank second = bank(policy, phi, 2);
        NotingLearner noting = new NotingLearner();
        try (Learner learner = ObservationLearner.around(noting, policy)) {
            float[] before = phi.clone();
            assertEquals(Map.of("noted", 1.0), learner.update(first, phi, phi, 0));
            assertArrayEquals(before, noting.shown, 0, "φ_k has the statistics of the banks before");
            assertStatistics(tail(phi), first);
            assertEquals(before[0] + 1, phi[0]);
            assertArrayEquals(
                    Arrays.copyOfRange(before, 1, trained), Arrays.copyOfRange(phi, 1, trained), 0, "nothing else");
            assertEquals(0.7f, phi[trained + 2]);
            assertEquals(1e4f, phi[trained + FEATURES + 2], "of the feature that never varies");
            float[] between = phi.clone();
            learner.update(second, between.clone(), phi, 1);
            assertArrayEquals(tail(between), tail(noting.shown), 0, "frozen between banks");
            assertStatistics(tail(phi), first, second);
        }
    }

    @Test
    void shouldGoOnFromGivenStatisticsAsFromOneBank() {
        float[] given = parameters(policy);
        StorageBank bank = bank(policy, given, 1);
        try (Learner learner = ObservationLearner.around(new NotingLearner(), policy)) {
            learner.update(bank, given.clone(), given, 0);
        }
        float[] phi = given.clone();
        try (Learner learner = ObservationLearner.around(new NotingLearner(), policy)) {
            learner.update(bank, given, phi, 0);
        }
        for (int i = trained; i < phi.length; i++) {
            assertEquals(given[i], phi[i], 1e-4 * Math.abs(given[i]), "the same observations, twice: element " + i);
        }
    }

    @Test
    void shouldLeaveALearnerAloneWhoseNetworkSeesObservationsAsTheyAre() {
        NotingLearner plain = new NotingLearner();
        assertSame(plain, ObservationLearner.around(plain, network(PLAIN)));
    }

    @Test
    void shouldGoOnWithTheSameBitsAndPutThemIntoTheDigest() throws IOException {
        AlgorithmConfig config = config("ppo", OptimizerConfig.Kind.ADAM);
        float[] phi = parameters(policy);
        StorageBank first = bank(policy, phi, 1);
        try (Learner learner = ObservationLearner.around(learner(config, policy), policy);
                Learner resumed = ObservationLearner.around(learner(config, policy), policy)) {
            String unused = digest(learner);
            learner.update(first, phi.clone(), phi, 0);
            ByteArrayOutputStream saved = new ByteArrayOutputStream();
            learner.save(new DataOutputStream(saved));
            resumed.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
            assertNotEquals(unused, digest(learner));
            assertEquals(digest(learner), digest(resumed));
            StorageBank second = bank(policy, phi, 2);
            float[] there = phi.clone();
            learner.update(second, phi.clone(), phi, 1);
            resumed.update(second, there.clone(), there, 1);
            assertArrayEquals(phi, there, 0);
            assertEquals(digest(learner), digest(resumed));
        }
    }

    private static String digest(Learner learner) {
        BitHasher hasher = new BitHasher();
        learner.digest(hasher);
        return hasher.hex();
    }
}

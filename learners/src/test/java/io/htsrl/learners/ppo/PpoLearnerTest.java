package io.htsrl.learners.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.Minibatches;
import io.htsrl.learners.onpolicy.NaiveActorCritic;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares updates with {@link NaivePpo}: losses, gradients, clipping, annealing, stops; which φ is read where. */
class PpoLearnerTest {
    private static final float[] BEHAVIOUR = {0.5f, -0.6f, 0.4f};
    private static final float[] CURRENT = {0.3f, -0.1f, 0.1f};
    private static final double GAMMA = 0.9;
    private static final double LAMBDA = 0.8;
    private static final int EPOCHS = 4;
    private static final long UPDATES = 5;
    private static final double TIGHT = 2e-6;

    private final RandomStream stream = RandomStream.root(3).spawn("minibatch");

    private static PpoConfig config(boolean norm, boolean clipValue, boolean anneal, double maxNorm, double targetKl) {
        return new PpoConfig(
                new ActorCriticConfig(GAMMA, LAMBDA, norm, 0.03, 0.5),
                // an epsilon of the gradients' size: steps see their values, not only their signs
                new OptimizerConfig(OptimizerConfig.Kind.ADAM, 0.05, anneal, 0.1, 0, maxNorm),
                EPOCHS,
                4,
                AnnealedValue.of(0.2),
                clipValue,
                AnnealedValue.of(0),
                targetKl,
                PpoConfig.ClipAround.BEHAVIOUR);
    }

    /** Makes its coefficients fall and rise. */
    private static PpoConfig scheduled(PpoConfig config) {
        ActorCriticConfig raw = config.actorCritic();
        return new PpoConfig(
                new ActorCriticConfig(
                        raw.gamma(),
                        raw.gaeLambda(),
                        raw.normAdv(),
                        AnnealedValue.linear(0.01, 0.3),
                        raw.vfCoef(),
                        0,
                        false,
                        1,
                        null),
                config.optimizer(),
                config.updateEpochs(),
                config.numMinibatches(),
                AnnealedValue.linear(0.2, 0.02),
                config.clipVloss(),
                AnnealedValue.linear(0.1, 0.2),
                config.targetKl(),
                config.clipAround());
    }

    private static PpoConfig around(PpoConfig config, double clipCoef, PpoConfig.ClipAround around) {
        return new PpoConfig(
                config.actorCritic(),
                config.optimizer(),
                config.updateEpochs(),
                config.numMinibatches(),
                AnnealedValue.of(clipCoef),
                config.clipVloss(),
                AnnealedValue.of(0),
                config.targetKl(),
                around);
    }

    private static StorageBank bank(float[] collectedBy, long seed) {
        return Fixtures.bank(8, 4, collectedBy, seed);
    }

    private PpoLearner learner(PpoConfig config) {
        return learner(
                config,
                new ReturnEstimates(
                        bank(BEHAVIOUR, 0).shape(), new Fixtures.LinearPolicy(), GAMMA, LAMBDA, RewardScale.NONE));
    }

    private PpoLearner learner(PpoConfig config, ReturnEstimates estimates) {
        return new PpoLearner(
                config,
                bank(BEHAVIOUR, 0).shape(),
                new Fixtures.LinearPolicy(),
                new Fixtures.LinearNetwork(),
                new Categorical(2),
                AnnealingHorizon.of(UPDATES),
                stream,
                estimates,
                Team.alone());
    }

    private Minibatches minibatches() {
        return new Minibatches(new BankShape(4, 8, ObservationSpace.floats(1), 1, 1), 1, stream);
    }

    private static NaiveActorCritic data(StorageBank bank, float[] behaviour) {
        return new NaiveActorCritic(bank, behaviour, GAMMA, LAMBDA);
    }

    private static double[] doubles(float[] of) {
        return new double[] {of[0], of[1], of[2]};
    }

    private static void assertClose(double[] expected, float[] actual, double tolerance) {
        for (int i = 0; i < 3; i++) {
            assertEquals(expected[i], actual[i], tolerance, "parameter " + i);
        }
    }

    private static void assertFigures(NaivePpo naive, Map<String, Double> metrics) {
        List<Double> kl = naive.klAfterEpochs;
        assertEquals(naive.policyLoss, metrics.get("policy_loss"), TIGHT);
        assertEquals(naive.valueLoss, metrics.get("value_loss"), TIGHT);
        assertEquals(naive.entropy, metrics.get("entropy"), TIGHT);
        assertEquals(kl.get(kl.size() - 1), metrics.get("approx_kl"), TIGHT);
        assertEquals(naive.clipFraction, metrics.get("clipfrac"), 1e-12);
        assertEquals(naive.norm, metrics.get("grad_norm"), TIGHT);
        assertEquals(naive.rate, metrics.get("learning_rate"), 1e-12);
        assertEquals(kl.size(), metrics.get("epochs"));
    }

    /** The lag of one: bank k-1 was collected by φ_{k-1}, and φ_k becomes φ_{k+1}. */
    @ParameterizedTest
    @CsvSource({
        "true, true, true, 0.5, false",
        "true, false, false, 0, false",
        "false, true, false, 0.05, false",
        "false, false, true, 0.05, false",
        "true, true, true, 0.5, true"
    })
    void shouldUpdateAsClippedPpoDoes(
            boolean norm, boolean clipValue, boolean anneal, double maxNorm, boolean scheduled) {
        PpoConfig constant = config(norm, clipValue, anneal, maxNorm, 0);
        PpoConfig config = scheduled ? scheduled(constant) : constant;
        PpoLearner learner = learner(config);
        NaivePpo naive = new NaivePpo(config, UPDATES);
        float[] previous = BEHAVIOUR;
        float[] current = CURRENT;
        double clipped = 0;
        for (int update = 0; update < UPDATES; update++) {
            StorageBank bank = bank(previous, update);
            float[] next = current.clone();

            Map<String, Double> metrics = learner.update(bank, previous, next, update);

            double[] expected = naive.update(data(bank, previous), minibatches(), doubles(current), update);
            assertClose(expected, next, TIGHT);
            assertFigures(naive, metrics);
            clipped += metrics.get("clipfrac");
            assertEquals(scheduled, metrics.containsKey("clip_coef") && metrics.containsKey("ent_coef"));
            previous = current;
            current = next;
        }
        assertTrue(clipped > 0, "no ratio was clipped");
    }

    /** The decoupled objective clips around φ_k, weights for φ_{k-1} having acted, and uses φ_k's own values. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldClipAroundTheCurrentPolicyWhereTold(boolean norm) {
        PpoConfig defaultValue = config(norm, false, false, 0, 0);
        PpoConfig config = around(defaultValue, 0.02, PpoConfig.ClipAround.CURRENT);
        StorageBank bank = bank(BEHAVIOUR, 3);
        float[] next = CURRENT.clone();

        Map<String, Double> metrics = learner(config, corrected(config)).update(bank, BEHAVIOUR, next, 0);

        ReturnEstimates estimates = corrected(config);
        estimates.compute(bank, CURRENT);
        NaiveActorCritic data = data(bank, BEHAVIOUR);
        for (int row = 0; row < data.rows(); row++) {
            data.advantages[row] = estimates.advantages()[row];
            data.returns[row] = estimates.returns()[row];
        }
        NaivePpo naive = new NaivePpo(config, UPDATES);
        double[] expected = naive.update(data, minibatches(), doubles(CURRENT), 0);
        assertClose(expected, next, TIGHT);
        assertFigures(naive, metrics);
        assertTrue(metrics.get("clipfrac") > 0, "no ratio was clipped");
        float[] aroundBehaviour = CURRENT.clone();
        PpoConfig other = around(defaultValue, 0.02, PpoConfig.ClipAround.BEHAVIOUR);
        learner(other, corrected(other)).update(bank, BEHAVIOUR, aroundBehaviour, 0);
        assertTrue(Math.abs(aroundBehaviour[0] - next[0]) > 1e-3, "the two objectives must differ under lag");
    }

    private static ReturnEstimates corrected(PpoConfig config) {
        return ReturnEstimates.corrected(
                config.actorCritic(),
                bank(BEHAVIOUR, 0).shape(),
                new Fixtures.LinearPolicy(),
                new Categorical(2).newDistribution());
    }

    /** Without lag both objectives clip around one policy, and are one. */
    @Test
    void shouldBeTheSameWithoutLagWhateverIsClippedAround() {
        PpoConfig config = config(true, true, false, 0.5, 0);
        StorageBank bank = bank(BEHAVIOUR, 4);
        float[] behaviour = BEHAVIOUR.clone();
        float[] current = BEHAVIOUR.clone();

        learner(config).update(bank, BEHAVIOUR, behaviour, 0);
        learner(around(config, config.clipCoef().from(), PpoConfig.ClipAround.CURRENT))
                .update(bank, BEHAVIOUR, current, 0);

        assertClose(doubles(behaviour), current, TIGHT);
    }

    /** Under {@code async} the bank's rows are older than {@code behaviour}: what they acted by is what is stored. */
    @Test
    void shouldTakeRatiosAndValuesFromTheStoredOutputsAlone() {
        PpoConfig config = config(true, true, false, 0, 0);
        StorageBank bank = bank(new float[] {-0.4f, 0.7f, 0.9f}, 7);
        float[] next = CURRENT.clone();

        learner(config).update(bank, BEHAVIOUR, next, 0);

        double[] expected =
                new NaivePpo(config, UPDATES).update(data(bank, BEHAVIOUR), minibatches(), doubles(CURRENT), 0);
        assertClose(expected, next, TIGHT);
        double[] elsewhere = new NaivePpo(config, UPDATES)
                .update(data(bank(BEHAVIOUR, 7), BEHAVIOUR), minibatches(), doubles(CURRENT), 0);
        assertTrue(Math.abs(elsewhere[0] - next[0]) > 1e-3, "other stored outputs must give other parameters");
    }

    /** The first minibatch's ratios are not 1 where φ_k is not φ_{k-1}. */
    @Test
    void shouldMeasureTheDivergenceFromTheBehaviourNotFromWhereItBegins() {
        PpoConfig one = new PpoConfig(
                config(true, true, false, 0, 0).actorCritic(),
                config(true, true, false, 0, 0).optimizer(),
                1,
                1,
                AnnealedValue.of(0.2),
                true,
                AnnealedValue.of(0),
                0,
                PpoConfig.ClipAround.BEHAVIOUR);
        StorageBank bank = bank(BEHAVIOUR, 1);

        Map<String, Double> lagging = learner(one).update(bank, BEHAVIOUR, CURRENT.clone(), 0);
        Map<String, Double> alternating = learner(one).update(bank, BEHAVIOUR, BEHAVIOUR.clone(), 0);

        double kl = 0;
        NaiveActorCritic data = data(bank, BEHAVIOUR);
        for (int row = 0; row < data.rows(); row++) {
            double log = data.logPolicy(doubles(CURRENT), row)[data.actions[row]] - data.stored(row);
            kl += (Math.exp(log) - 1 - log) / data.rows();
        }
        assertTrue(kl > 1e-3);
        assertEquals(kl, lagging.get("approx_kl"), TIGHT);
        assertEquals(0, alternating.get("approx_kl"), 1e-9);
    }

    /** CleanRL's rule: the epoch under way is finished, and its last minibatch's divergence decides. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldStopAfterTheEpochThatGoesBeyondTheTarget(int epochs) {
        StorageBank bank = bank(BEHAVIOUR, 10); // whose divergence rises with every epoch
        NaivePpo free = new NaivePpo(config(true, false, false, 0, 0), UPDATES);
        free.update(data(bank, BEHAVIOUR), minibatches(), doubles(BEHAVIOUR), 0);
        double before = free.klAfterEpochs.subList(0, epochs - 1).stream()
                .mapToDouble(kl -> kl)
                .max()
                .orElse(0);
        double after = free.klAfterEpochs.get(epochs - 1);
        assertTrue(after > before + 1e-4, "no target stops after epoch " + epochs + " of " + free.klAfterEpochs);
        PpoConfig config = config(true, false, false, 0, (before + after) / 2);
        float[] next = BEHAVIOUR.clone();

        Map<String, Double> metrics = learner(config).update(bank, BEHAVIOUR, next, 0);

        NaivePpo naive = new NaivePpo(config, UPDATES);
        assertClose(naive.update(data(bank, BEHAVIOUR), minibatches(), doubles(BEHAVIOUR), 0), next, TIGHT);
        assertFigures(naive, metrics);
        assertEquals(epochs, metrics.get("epochs"));
    }

    @Test
    void shouldNotStopWhereNothingGoesBeyondTheTarget() {
        StorageBank bank = bank(BEHAVIOUR, 2);
        float[] free = BEHAVIOUR.clone();
        float[] bounded = BEHAVIOUR.clone();

        learner(config(true, false, false, 0, 0)).update(bank, BEHAVIOUR, free, 0);
        Map<String, Double> metrics = learner(config(true, false, false, 0, 10)).update(bank, BEHAVIOUR, bounded, 0);

        assertEquals(EPOCHS, metrics.get("epochs"));
        assertEquals(List.of(free[0], free[1], free[2]), List.of(bounded[0], bounded[1], bounded[2]));
    }

    @Test
    void shouldShuffleEveryEpochAndUpdateAnew() {
        Minibatches minibatches = minibatches();
        int[] first = minibatches.shuffle(0, 0).clone();
        assertEquals(
                32,
                Arrays.stream(first)
                        .distinct()
                        .filter(row -> row >= 0 && row < 32)
                        .count());
        assertFalse(Arrays.equals(first, minibatches.shuffle(0, 1)));
        assertFalse(Arrays.equals(first, minibatches.shuffle(1, 0)));
        assertTrue(Arrays.equals(first, minibatches.shuffle(0, 0)));
    }

    @Test
    void shouldStopOnALossThatIsNotFinite() {
        StorageBank bank = bank(BEHAVIOUR, 2);
        bank.rewards()[5] = Float.NaN;
        DivergedException diverged = assertThrows(
                DivergedException.class,
                () -> learner(config(true, true, false, 0, 0)).update(bank, BEHAVIOUR, CURRENT.clone(), 7));
        assertTrue(diverged.getMessage().contains("NaN in update 7"), diverged.getMessage());
    }
}

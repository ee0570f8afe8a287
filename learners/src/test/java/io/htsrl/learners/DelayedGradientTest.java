package io.htsrl.learners;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.onpolicy.AdvantageLearner;
import io.htsrl.learners.onpolicy.NaiveActorCritic;
import io.htsrl.learners.onpolicy.ReturnEstimates;
import io.htsrl.learners.optim.GradientStep;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.statistics.RewardScale;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Computes Eq. 6 of the paper by hand: {@code φ_{k+1} = φ_k + η·g}, g taken at φ_{k-1}; and tests versions. */
class DelayedGradientTest {
    private static final float[] BEHAVIOUR = {0.5f, -0.6f, 0.4f};
    private static final Consumer<float[]> UNHEARD = parameters -> {};
    private static final float[] CURRENT = {0.1f, 0.9f, -0.8f};
    private static final A2cConfig CONFIG = new A2cConfig(
            new ActorCriticConfig(0.9, 1, false, 0.01, 0.5),
            new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, 0.01, false, 1e-5, 0.99, 0));

    private final RoleClock clock = new RoleClock("learner", new SpanRecorder("learner", 16));
    private final StorageBank bank = Fixtures.bank(8, 3, BEHAVIOUR, 4);
    private final Fixtures.LinearNetwork network = new Fixtures.LinearNetwork();
    private final Fixtures.LinearPolicy policy = new Fixtures.LinearPolicy();

    private AdvantageLearner learner() {
        return learner(CONFIG, 10);
    }

    private AdvantageLearner learner(A2cConfig config, long intervals) {
        ReturnEstimates estimates = new ReturnEstimates(
                bank.shape(),
                policy,
                config.actorCritic().gamma(),
                config.actorCritic().gaeLambda(),
                RewardScale.NONE);
        return learner(config, intervals, estimates);
    }

    private AdvantageLearner learner(A2cConfig config, long intervals, ReturnEstimates estimates) {
        return new AdvantageLearner(
                config.actorCritic(),
                bank.shape(),
                network,
                new Categorical(2),
                1,
                AnnealingHorizon.of(intervals),
                estimates,
                new GradientStep(config.optimizer(), policy, AnnealingHorizon.of(intervals)));
    }

    /** One A2C step written out in double for the linear policy. */
    private double[] byHand(float[] gradientAt, float[] onto) {
        ReturnEstimates estimates = new ReturnEstimates(bank.shape(), policy, 0.9, 1, RewardScale.NONE);
        estimates.compute(bank, BEHAVIOUR);
        int rows = bank.shape().rows();
        double[] g = new double[3];
        for (int row = 0; row < rows; row++) {
            double x = bank.floatObservations()[row];
            double[] e = {Math.exp(gradientAt[0] * x), Math.exp(gradientAt[1] * x)};
            double[] p = {e[0] / (e[0] + e[1]), e[1] / (e[0] + e[1])};
            double entropy = -p[0] * Math.log(p[0]) - p[1] * Math.log(p[1]);
            for (int i = 0; i < 2; i++) {
                double ofLog = (bank.actions()[row] == i ? 1 : 0) - p[i];
                double ofEntropy = -p[i] * (Math.log(p[i]) + entropy);
                g[i] += x / rows * (-estimates.advantages()[row] * ofLog - 0.01 * ofEntropy);
            }
            g[2] += x / rows * 0.5 * 2 * (gradientAt[2] * x - estimates.returns()[row]);
        }
        double[] result = new double[3];
        for (int i = 0; i < 3; i++) {
            result[i] = onto[i] - 0.01 * g[i] / (Math.sqrt(0.01 * g[i] * g[i]) + 1e-5);
        }
        return result;
    }

    @Test
    void shouldTakeTheGradientAtTheBehaviourParametersAndStepFromTheCurrentOnes() {
        float[] parameters = CURRENT.clone();
        learner().update(bank, BEHAVIOUR, parameters, 0);

        double[] expected = byHand(BEHAVIOUR, CURRENT);
        double[] atCurrent = byHand(CURRENT, CURRENT);
        for (int i = 0; i < 3; i++) {
            assertEquals(expected[i], parameters[i], 1e-6);
        }
        assertArrayEquals(BEHAVIOUR, network.loaded());
        double apart = 0;
        for (int i = 0; i < 3; i++) {
            apart = Math.max(apart, Math.abs(expected[i] - atCurrent[i]));
        }
        assertTrue(apart > 1e-5, "a gradient at φ_k would give other parameters, not ones " + apart + " away");
    }

    @Test
    void shouldStopOnALossThatIsNotFinite() {
        bank.rewards()[5] = Float.NaN;
        DivergedException diverged =
                assertThrows(DivergedException.class, () -> learner().update(bank, BEHAVIOUR, CURRENT.clone(), 7));
        assertTrue(diverged.getMessage().contains("NaN in update 7"), diverged.getMessage());
    }

    /**
     * Several intervals follow Eq. 6 as the schedule does: bank k-1 collected by φ_{k-1}, its gradient onto φ_k. With
     * an epsilon far above the gradient RMSprop's steps are the gradient's values, not only their signs.
     */
    @ParameterizedTest
    @CsvSource({"false, 0, false", "true, 0, true", "false, 0.3, true", "true, 0.3, false"})
    void shouldFollowTheRecursionOfDelayedGradients(boolean norm, double maxNorm, boolean anneal) {
        int intervals = 7;
        AnnealedValue.Shape shape = anneal ? AnnealedValue.Shape.LINEAR : AnnealedValue.Shape.CONSTANT;
        A2cConfig config = new A2cConfig(
                new ActorCriticConfig(
                        0.9, 0.8, norm, new AnnealedValue(shape, 0.05, anneal ? 0 : 0.05), 0.5, 0, false, 1, null),
                new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, 1, anneal, 1, 0.9, maxNorm));
        ParameterVersions versions = new ParameterVersions(BEHAVIOUR);
        LearningStage stage = new LearningStage(
                learner(config, intervals), versions, UNHEARD, new ListRecorder(), Perturbation.NONE, Schedule.HTS);
        double[][] phi = new double[intervals + 2][];
        phi[0] = doubles(BEHAVIOUR);
        phi[1] = phi[0];
        double[] square = new double[3];
        for (int k = 0; k <= intervals; k++) {
            assertClose(phi[k], versions.current(), "φ_" + k);
            if (k > 0) {
                float[] behaviour = versions.previous();
                StorageBank collected = Fixtures.bank(8, 3, behaviour, k);
                collected.collectedUnder(k - 1L);
                double rate = anneal ? 1 - (k - 1.0) / intervals : 1;
                phi[k + 1] = step(phi[k], phi[k - 1], collected, config, square, rate);
                stage.overlapped(k, collected, clock);
            } else {
                stage.overlapped(0, bank, clock);
            }
            versions.rotate();
        }
        assertClose(phi[intervals + 1], versions.current(), "the last φ");
    }

    /** φ_{k+1} = φ_k - η g / (√v + ε), g at {@code behaviour}; v decays by 0.9. */
    private static double[] step(
            double[] current,
            double[] behaviour,
            StorageBank collected,
            A2cConfig config,
            double[] square,
            double rate) {
        float[] asFloats = {(float) behaviour[0], (float) behaviour[1], (float) behaviour[2]};
        double[] g = new NaiveActorCritic(collected, asFloats, 0.9, 0.8)
                .a2cGradient(behaviour, config.actorCritic().normAdv(), 0.05 * rate, 0.5);
        NaiveActorCritic.clip(g, config.optimizer().maxGradNorm());
        double[] next = new double[3];
        for (int i = 0; i < 3; i++) {
            square[i] = 0.9 * square[i] + 0.1 * g[i] * g[i];
            next[i] = current[i] - rate * g[i] / (Math.sqrt(square[i]) + 1);
        }
        return next;
    }

    /** Async A2C normalises the advantages of Eq. 1 of Espeholt et al. 2018 before it weights them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWeighNormalisedAdvantagesByVTrace(boolean norm) {
        A2cConfig config = new A2cConfig(
                new ActorCriticConfig(0.9, 0.8, norm, 0.05, 0.5),
                new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, 1, false, 1, 0.9, 0));
        float[] parameters = CURRENT.clone();
        learner(config, 10, corrected(config)).update(bank, CURRENT, parameters, 0);

        ReturnEstimates estimates = corrected(config);
        estimates.compute(bank, CURRENT);
        float[] weights = new float[bank.shape().rows()];
        Arrays.fill(weights, 1);
        estimates.weigh(weights);
        NaiveActorCritic naive = new NaiveActorCritic(bank, CURRENT, 0.9, 0.8);
        for (int row = 0; row < naive.rows(); row++) {
            naive.advantages[row] = estimates.advantages()[row];
            naive.returns[row] = estimates.returns()[row];
        }
        double[] advantages = norm ? NaiveActorCritic.normalised(naive.advantages) : naive.advantages.clone();
        boolean weighted = false;
        for (int row = 0; row < naive.rows(); row++) {
            naive.advantages[row] = weights[row] * advantages[row];
            weighted |= weights[row] < 1;
        }
        double[] g = naive.a2cGradient(doubles(CURRENT), false, 0.05, 0.5);
        for (int i = 0; i < 3; i++) {
            assertEquals(CURRENT[i] - g[i] / (Math.sqrt(0.1 * g[i] * g[i]) + 1), parameters[i], 3e-6);
        }
        assertTrue(weighted, "the bank has another policy's actions");
    }

    private ReturnEstimates corrected(A2cConfig config) {
        return ReturnEstimates.corrected(
                config.actorCritic(), bank.shape(), policy, new Categorical(2).newDistribution());
    }

    private static double[] doubles(float[] of) {
        return new double[] {of[0], of[1], of[2]};
    }

    private static void assertClose(double[] expected, float[] actual, String what) {
        for (int i = 0; i < 3; i++) {
            assertEquals(expected[i], actual[i], 3e-6, what + ", parameter " + i);
        }
    }

    /** Notes what it is asked, adds one to every parameter. */
    private static final class CountingLearner implements Learner {
        private final List<String> calls = new ArrayList<>();

        @Override
        public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
            calls.add("D" + update + " at " + behaviour[0] + " onto " + parameters[0]);
            parameters[0]++;
            return Map.of("update", (double) update);
        }

        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}

        @Override
        public void close() {}
    }

    /** Notes lag and parameters of each interval. */
    private static final class ListRecorder implements IntervalRecorder {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void record(
                long interval, StorageBank bank, float[] p, Learner learner, int lag, Map<String, Double> metrics) {
            lines.add(interval + " phi " + p[0] + " lag " + lag + " " + metrics);
        }

        @Override
        public void finish(float[] p, Learner learner, int lag, Map<String, Double> metrics) {
            lines.add("end phi " + p[0] + " lag " + lag + " " + metrics);
        }
    }

    @Test
    void shouldLagExactlyOneIntervalBehind() {
        CountingLearner learner = new CountingLearner();
        ListRecorder recorder = new ListRecorder();
        ParameterVersions versions = new ParameterVersions(new float[3]);
        LearningStage stage = new LearningStage(learner, versions, UNHEARD, recorder, Perturbation.NONE, Schedule.HTS);
        for (int interval = 0; interval < 3; interval++) {
            bank.collectedUnder(interval - 1L); // filled in the interval before
            stage.overlapped(interval, bank, clock);
            versions.rotate();
        }
        bank.collectedUnder(2);
        stage.overlapped(3, bank, clock);
        stage.finish(clock);

        assertEquals(List.of("D0 at 0.0 onto 0.0", "D1 at 0.0 onto 1.0", "D2 at 1.0 onto 2.0"), learner.calls);
        assertEquals(
                List.of(
                        "0 phi 0.0 lag -1 {}",
                        "1 phi 1.0 lag 1 {update=0.0}",
                        "2 phi 2.0 lag 1 {update=1.0}",
                        "end phi 3.0 lag 1 {update=2.0}"),
                recorder.lines);
    }

    @Test
    void shouldTellItsClockWhatItDoes() {
        ParameterVersions versions = new ParameterVersions(new float[3]);
        LearningStage stage = new LearningStage(
                new CountingLearner(), versions, UNHEARD, new ListRecorder(), Perturbation.NONE, Schedule.HTS);
        stage.overlapped(0, bank, clock);
        versions.rotate();
        bank.collectedUnder(0);
        stage.overlapped(1, bank, clock);

        assertEquals(2, clock.laps(Activity.PUBLISH));
        assertEquals(1, clock.laps(Activity.RECORD));
        assertEquals(1, clock.laps(Activity.LEARN));
    }

    @Test
    void shouldLearnFromItsOwnBankWithoutLag() {
        CountingLearner learner = new CountingLearner();
        ListRecorder recorder = new ListRecorder();
        ParameterVersions versions = new ParameterVersions(new float[3]);
        LearningStage stage = new LearningStage(learner, versions, UNHEARD, recorder, Perturbation.NONE, Schedule.SYNC);
        for (int interval = 0; interval < 2; interval++) {
            bank.collectedUnder(interval);
            stage.alternating(interval, bank, Map.of(), clock);
            versions.rotate();
        }
        stage.finish(clock);

        assertEquals(List.of("D0 at 0.0 onto 0.0", "D1 at 1.0 onto 1.0"), learner.calls);
        assertEquals(List.of("0 phi 1.0 lag 0 {update=0.0}", "1 phi 2.0 lag 0 {update=1.0}"), recorder.lines);
    }

    @Test
    void shouldRefuseABankOfAnotherAge() {
        ParameterVersions versions = new ParameterVersions(new float[3]);
        LearningStage stage = new LearningStage(
                new CountingLearner(), versions, UNHEARD, new ListRecorder(), Perturbation.NONE, Schedule.HTS);
        versions.rotate();
        versions.rotate();
        bank.collectedUnder(0);
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> stage.overlapped(2, bank, clock));
        assertTrue(refused.getMessage().contains("a lag of 2 where the schedule has 1"), refused.getMessage());
    }
}

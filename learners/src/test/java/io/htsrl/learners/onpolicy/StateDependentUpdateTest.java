package io.htsrl.learners.onpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Fixtures;
import io.htsrl.learners.Learner;
import io.htsrl.learners.a2c.A2c;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.NaiveNet;
import io.htsrl.learners.ppo.Ppo;
import io.htsrl.learners.ppo.PpoConfig;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.acting.TableConfig;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Updates with state-dependent noise follow Raffin et al. 2021 in double: the network, the density, the losses, and
 * gradients by central differences, for which the units in the variance stay those of the parameters they are taken at.
 */
class StateDependentUpdateTest {
    private static final int INPUTS = 2;
    private static final int UNITS = 3;
    private static final int ACTIONS = 2;
    private static final int WIDTH = ACTIONS + UNITS + UNITS * ACTIONS + 1;
    private static final double RATE = 0.05;
    private static final double CLIP = 0.1;
    private static final double ENT = 0.04;
    private static final double VF = 0.5;
    private static final MlpConfig NETWORK = new MlpConfig(List.of(UNITS), Activation.TANH, false);
    private static final ObservationSpace SPACE = ObservationSpace.floats(INPUTS);
    private static final ActionSpace BOX = new ActionSpace.Continuous(new float[] {-1, -2}, new float[] {1, 2});
    private static final BankShape SHAPE = new BankShape(6, 3, SPACE, ACTIONS, WIDTH);

    /** Offsets in φ: the hidden layer is the first. */
    private static final int HEAD = (INPUTS + 1) * UNITS;

    private static final int LOG_STD = HEAD + (UNITS + 1) * ACTIONS;
    private static final int VALUE = LOG_STD + UNITS * ACTIONS;

    private static ActorCriticSettings config(String algorithm) {
        ActorCriticConfig shared =
                new ActorCriticConfig(0.9, 0.8, false, AnnealedValue.of(ENT), VF, -0.5, true, 4, null);
        return algorithm.equals("a2c")
                ? new A2cConfig(shared, Learning.plainRms(RATE))
                : new PpoConfig(
                        shared,
                        Learning.plainRms(RATE),
                        3,
                        1,
                        AnnealedValue.of(CLIP),
                        false,
                        AnnealedValue.of(0),
                        0,
                        PpoConfig.ClipAround.BEHAVIOUR);
    }

    private static double[] units(double[] phi, double[] x) {
        double[] units = new double[UNITS];
        for (int j = 0; j < UNITS; j++) {
            double sum = phi[INPUTS * UNITS + j];
            for (int i = 0; i < INPUTS; i++) {
                sum += x[i] * phi[i * UNITS + j];
            }
            units[j] = Math.tanh(sum);
        }
        return units;
    }

    private static double mean(double[] phi, double[] x, int action) {
        double[] units = units(phi, x);
        double mean = phi[HEAD + UNITS * ACTIONS + action];
        for (int i = 0; i < UNITS; i++) {
            mean += units[i] * phi[HEAD + i * ACTIONS + action];
        }
        return mean;
    }

    private static double variance(double[] phi, double[] units, int action) {
        double variance = 1e-6;
        for (int i = 0; i < UNITS; i++) {
            variance += Math.pow(units[i] * Math.exp(phi[LOG_STD + i * ACTIONS + action]), 2);
        }
        return variance;
    }

    private static double log(double[] phi, double[] units, double[] x, StorageBank bank, int row) {
        double log = 0;
        for (int j = 0; j < ACTIONS; j++) {
            double off = bank.actions()[row * ACTIONS + j] - mean(phi, x, j);
            double variance = variance(phi, units, j);
            log -= off * off / (2 * variance) + 0.5 * Math.log(2 * Math.PI * variance);
        }
        return log;
    }

    private static double entropy(double[] phi, double[] units) {
        double entropy = 0;
        for (int j = 0; j < ACTIONS; j++) {
            entropy += 0.5 * Math.log(2 * Math.PI * Math.E * variance(phi, units, j));
        }
        return entropy;
    }

    private static double[] observation(StorageBank bank, int row) {
        return new double[] {bank.floatObservations()[row * INPUTS], bank.floatObservations()[row * INPUTS + 1]};
    }

    /**
     * One bank's estimates and its losses.
     *
     * @param behaviour parameters that collected it
     */
    private record Oracle(boolean ppo, StorageBank bank, float[] advantages, float[] returns, double[] behaviour) {

        /** @param frozen parameters whose units are the variance's; those of {@code phi} itself where null */
        private double loss(double[] phi, double[] frozen) {
            double sum = 0;
            for (int row = 0; row < SHAPE.rows(); row++) {
                double[] x = observation(bank, row);
                double[] units = units(frozen == null ? phi : frozen, x);
                double log = log(phi, units, x, bank, row);
                double error = NaiveNet.forward(phi, VALUE, x, INPUTS, UNITS, 1)[0] - returns[row];
                if (ppo) {
                    double ratio = Math.exp(log - log(behaviour, units(behaviour, x), x, bank, row));
                    double bounded = Math.min(Math.max(ratio, 1 - CLIP), 1 + CLIP);
                    sum += Math.max(-advantages[row] * ratio, -advantages[row] * bounded) + VF / 2 * error * error;
                } else {
                    sum += -advantages[row] * log + VF * error * error;
                }
                sum -= ENT * entropy(phi, units);
            }
            return sum / SHAPE.rows();
        }

        private double[] gradient(double[] at, boolean frozen) {
            ToDoubleFunction<double[]> of = phi -> loss(phi, frozen ? at : null);
            double[] gradient = new double[at.length];
            for (int i = 0; i < at.length; i++) {
                double[] above = at.clone();
                double[] below = at.clone();
                above[i] += 1e-6;
                below[i] -= 1e-6;
                gradient[i] = (of.applyAsDouble(above) - of.applyAsDouble(below)) / 2e-6;
            }
            return gradient;
        }
    }

    /** A bank that the policy collected with its own draws. */
    private static StorageBank bank(DistributionHead head, float[] phi, long seed) {
        StorageBank bank = new StorageBank(SHAPE);
        RandomStream draws = RandomStream.root(seed);
        ObservationSlot slot = new ObservationSlot();
        StepResult result = new StepResult();
        double[] wide = Learning.widen(phi);
        for (int column = 0; column < SHAPE.environments(); column++) {
            for (int step = 0; step <= SHAPE.steps(); step++) {
                bank.observationSlot(step, column, slot);
                double[] x = new double[INPUTS];
                for (int i = 0; i < INPUTS; i++) {
                    slot.set(i, (float) (2 * draws.spawn(column).uniform(step, i) - 1));
                    x[i] = slot.get(i);
                }
                if (step == SHAPE.steps()) {
                    break;
                }
                float[] row = new float[WIDTH];
                double[] units = units(wide, x);
                for (int j = 0; j < ACTIONS; j++) {
                    row[j] = (float) mean(wide, x, j);
                }
                for (int i = 0; i < UNITS; i++) {
                    row[ACTIONS + i] = (float) units[i];
                }
                System.arraycopy(phi, LOG_STD, row, ACTIONS + UNITS, UNITS * ACTIONS);
                row[WIDTH - 1] = (float) NaiveNet.forward(wide, VALUE, x, INPUTS, UNITS, 1)[0];
                bank.storeOutput(step, column, row, 0);
                int at = bank.row(step, column) * ACTIONS;
                head.sample(row, 0, draws.spawn("action").spawn(column), step, bank.actions(), at);
                result.set(2 * draws.uniform(column, step) - 1, draws.uniform(step, 99) < 0.2, false);
                bank.storeResult(step, column, result);
            }
        }
        return bank;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a2c", "ppo"})
    void shouldMakeTheUpdatesThatAreWrittenDown(String name) {
        ActorCriticSettings config = config(name);
        Algorithm algorithm = name.equals("a2c") ? new A2c() : new Ppo();
        DistributionHead head = config.head(BOX).behind(UNITS, SHAPE.steps());
        PolicyNetwork policy = Networks.create(NETWORK, SPACE, 1, FirstHead.of(head), Heads.ACTOR_CRITIC);
        assertEquals(VALUE + (INPUTS + 1) * UNITS + UNITS + 1, policy.parameterCount());
        float[] phi = Fixtures.moved(policy, RandomStream.root(3));
        double[] expected = Learning.widen(phi);
        double[] behind = expected.clone(); // collected the bank
        float[] behaviour = phi.clone();
        double through = 0; // the greatest change of a gradient that passes through the units too
        try (Learner learner = algorithm.learner(
                config,
                Fixtures.inputs(SHAPE, policy, BOX, Team.alone(), RandomStream.root(3), AsyncConfig.Correction.NONE))) {
            for (int update = 0; update < 3; update++) {
                StorageBank bank = bank(head, behaviour, 70 + update);
                float[] next = phi.clone();
                double[] ahead = expected.clone();

                learner.update(bank, behaviour, phi, update);

                Oracle oracle = new Oracle(
                        name.equals("ppo"),
                        bank,
                        learner.estimates().get("advantage"),
                        learner.estimates().get("return"),
                        behind);
                for (int epoch = 0; epoch < (name.equals("ppo") ? 3 : 1); epoch++) {
                    double[] at = name.equals("ppo") ? expected : behind;
                    double[] gradient = oracle.gradient(at, true);
                    double[] whole = oracle.gradient(at, false);
                    for (int i = 0; i < expected.length; i++) {
                        through = Math.max(through, RATE * Math.abs(whole[i] - gradient[i]));
                    }
                    Arrays.setAll(expected, i -> expected[i] - RATE * gradient[i]);
                }
                behaviour = next;
                behind = ahead;
                for (int i = 0; i < phi.length; i++) {
                    assertEquals(expected[i], phi[i], 2e-5, "φ" + i + ", " + update);
                }
            }
        }
        assertTrue(through > 2e-4, "a gradient through the units would be seen: " + through);
    }

    /** A table has no units; neither has a network of a definition that shows none. */
    @Test
    void shouldRefuseANetworkWithoutAHiddenLayer() {
        ObservationSpace one = ObservationSpace.oneHot(4);
        for (boolean used : new boolean[] {true, false}) {
            A2cConfig config = new A2cConfig(
                    new ActorCriticConfig(0.9, 1, false, AnnealedValue.of(0), VF, 0, used, 1, null),
                    Learning.plainRms(RATE));
            Violations violations = new Violations();
            config.checkSize(new TableConfig(), new EnvironmentSpec("Two-v0", one, BOX, 9, 1), 1, violations);
            assertEquals(
                    used
                            ? "[--network table: it must have a hidden layer before its policy head with --use-sde, whose noise depends on it; give mlp, or leave --use-sde out]"
                            : "[]",
                    violations.list().toString());
        }
    }
}

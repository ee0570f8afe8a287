package io.htsrl.learners.dqn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.offpolicy.BatchTeam;
import io.htsrl.learners.offpolicy.Learning;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.offpolicy.insertion.BankMemory;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.values.Exploration;
import io.htsrl.learners.values.QRows;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.acting.RecurrentConfig;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.SequenceRows;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares updates from sequences, one by one, with the loss as it is written, in double: a network of one input, a
 * hidden layer and a minGRU. Its gradient is by central differences. Episodes are short and go on from bank to bank.
 */
class SequenceUpdateTest {
    private static final int STEPS = 12;
    private static final int ENVIRONMENTS = 3;
    private static final int HIDDEN = 3;
    private static final int UNITS = 16;
    private static final int ACTIONS = 2;
    private static final int BATCH = 6;
    private static final int LENGTH = 5;
    private static final double BEHAVIOUR = 0.5; // probability of each action
    private static final double GAMMA = 0.9;
    private static final double ETA = 0.8;
    private static final double RATE = 0.5;
    private static final float TAU = 0.25f;
    private static final double DIFFERENCE = 1e-5;
    private static final BankShape SHAPE =
            new BankShape(STEPS, ENVIRONMENTS, ObservationSpace.floats(1), 1, 1, ACTIONS, false, UNITS);

    private final PolicyNetwork policy = Networks.create(
            new RecurrentConfig(
                    new MlpConfig(List.of(HIDDEN), Activation.TANH, true),
                    new MemoryConfig(MemoryConfig.Kind.MINGRU, UNITS, 0)),
            ObservationSpace.floats(1),
            1,
            FirstHead.of(ACTIONS),
            Heads.Q);
    private final float[] behaviour = new float[policy.parameterCount()];
    private final RandomStream draws = RandomStream.root(11);
    private final float[] states = new float[STEPS * ENVIRONMENTS * UNITS];
    private final Set<String> kinds = new HashSet<>();
    private boolean rescaled;
    private boolean doubleQ;
    private double lambda;
    private int n;

    SequenceUpdateTest() {
        policy.initialise(behaviour, RandomStream.root(1));
        for (int i = 0; i < behaviour.length; i++) {
            behaviour[i] += (float) (draws.uniform(i) - 0.5); // heads and biases begin near 0
        }
    }

    // ---- what is collected ----

    /** Acts through a bank; the states before its steps are in {@link #states} then. */
    private StorageBank bank(StorageBank previous, long interval) {
        StorageBank bank = new StorageBank(SHAPE);
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(behaviour);
        Policy.Forward forward = policy.newForward();
        ObservationBatch one = new ObservationBatch(1);
        float[] row = new float[policy.rowWidth()];
        StepResult result = new StepResult();
        ObservationSlot slot = new ObservationSlot();
        for (int environment = 0; environment < ENVIRONMENTS; environment++) {
            float[] state = new float[UNITS];
            if (previous == null) {
                bank.observationSlot(0, environment, slot).set(0, 0.5f);
                bank.beginEpisode(0, environment);
            } else {
                bank.carryOver(previous, environment, environment);
                float[] start = new float[ENVIRONMENTS * UNITS];
                bank.copyStart(start);
                System.arraycopy(start, environment * UNITS, state, 0, UNITS);
            }
            for (int step = 0; step < STEPS; step++) {
                RandomStream d = draws.spawn(interval).spawn(environment).spawn(step);
                int at = bank.row(step, environment);
                System.arraycopy(state, 0, states, at * UNITS, UNITS);
                bank.bind(one);
                bank.add(one, step, environment);
                one.states(state);
                one.state(0);
                forward.forward(snapshot, one, row, new int[1]);
                bank.storeOutput(step, environment, row, 0);
                System.arraycopy(row, ACTIONS, state, 0, UNITS);
                bank.actions()[at] = d.uniform(0) < BEHAVIOUR ? 0 : 1;
                double kind = d.uniform(1);
                result.set(6 * d.uniform(2) - 3, kind < 0.06, kind > 0.94);
                bank.storeResult(step, environment, result);
                bank.observationSlot(step + 1, environment, slot).set(0, (float) (2 * d.uniform(3) - 1));
                if (kind > 0.94) {
                    bank.keepFinal(step, environment);
                    slot.set(0, (float) (2 * d.uniform(4) - 1));
                }
                if (kind < 0.06 || kind > 0.94) {
                    bank.beginEpisode(step + 1, environment);
                    Arrays.fill(state, 0);
                }
            }
        }
        return bank;
    }

    private FirstErrors acted() {
        return new FirstErrors() {
            @Override
            public void begin(StorageBank bank, float[] parameters) {}

            @Override
            public double of(int step, int environment, int truncation) {
                return PrioritizedReplay.GREATEST_SO_FAR;
            }

            @Override
            public float[] states() {
                return states;
            }
        };
    }

    @Test
    void shouldComputeTheStatesThatActorsHad() {
        StorageBank first = bank(null, 0);
        StorageBank second = bank(first, 1);
        ActorStates computed = new ActorStates(SHAPE, policy);
        computed.begin(second, behaviour);
        for (int row = 0; row < STEPS * ENVIRONMENTS; row++) {
            if (!second.begins(row / ENVIRONMENTS, row % ENVIRONMENTS)) {
                assertArrayEquals(
                        Arrays.copyOfRange(states, row * UNITS, (row + 1) * UNITS),
                        Arrays.copyOfRange(computed.states(), row * UNITS, (row + 1) * UNITS));
            }
        }
    }

    // ---- the oracle ----

    private static double dense(double[] p, int offset, int inputs, int outputs, double[] x, int output) {
        double sum = p[offset + inputs * outputs + output];
        for (int i = 0; i < inputs; i++) {
            sum += p[offset + i * outputs + output] * x[i];
        }
        return sum;
    }

    /** Makes {@code state} the one after an observation. */
    private static void remember(double[] p, double x, double[] state) {
        double[] hidden = new double[HIDDEN];
        for (int i = 0; i < HIDDEN; i++) {
            hidden[i] = Math.tanh(dense(p, 0, 1, HIDDEN, new double[] {x}, i));
        }
        int gates = 2 * HIDDEN;
        for (int i = 0; i < UNITS; i++) {
            double z = 1 / (1 + Math.exp(-dense(p, gates, HIDDEN, 2 * UNITS, hidden, i)));
            double candidate = dense(p, gates, HIDDEN, 2 * UNITS, hidden, UNITS + i);
            state[i] = (1 - z) * state[i] + z * candidate;
        }
    }

    private static double[] values(double[] p, double[] state) {
        int heads = 2 * HIDDEN + (HIDDEN + 1) * 2 * UNITS;
        return new double[] {
            dense(p, heads, UNITS, ACTIONS, state, 0), dense(p, heads, UNITS, ACTIONS, state, 1),
        };
    }

    /** Returns the values of all rows of a sequence. */
    private static double[][] unroll(double[] p, double[] start, double[] inputs, int from, int to) {
        double[] state = start.clone();
        double[][] values = new double[to][];
        for (int step = from; step < to; step++) {
            remember(p, inputs[step], state);
            values[step] = values(p, state);
        }
        return values;
    }

    private double h(double x) {
        return rescaled ? Math.signum(x) * (Math.sqrt(Math.abs(x) + 1) - 1) + 1e-3 * x : x;
    }

    /** Returns x where h(x) is y, by bisection. */
    private double inverse(double y) {
        double low = -1e4;
        double high = 1e4;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (h(middle) < y) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** One sequence: what is fixed in an update. */
    private record Sequence(double[] state, double[] inputs, int from, int end, int[] actions, double[] wanted) {}

    private Sequence sequence(double[] theta, double[] target, ReplayBatch batch, int column) {
        SequenceRows rows = batch.sequences();
        ObservationBatch input = new ObservationBatch(1000);
        batch.bindObservations(input);
        int count = input.rows() / BATCH;
        double[] inputs = new double[count];
        for (int step = 0; step < count; step++) {
            inputs[step] = batch.floatObservations()[rows.row(step, column)];
        }
        double[] stored = Learning.widen(Arrays.copyOfRange(input.states(), column * UNITS, (column + 1) * UNITS));
        double[][] online = unroll(theta, stored, inputs, 0, count);
        double[][] targets = unroll(target, stored, inputs, 0, count);
        int from = rows.burnIn(column);
        int end = rows.end(column);
        int[] actions = new int[end];
        double[] wanted = new double[end];
        for (int step = from; step < end; step++) {
            int row = rows.row(step, column);
            int next = (rows.next(row) - column) / BATCH;
            double value = targets[next][greatest(doubleQ ? online[next] : targets[next])];
            double discount = batch.discounts()[row];
            wanted[step] = h(batch.returns()[row] + (discount == 0 ? 0 : discount * inverse(value)));
            actions[step] = (int) batch.actions()[row];
            boolean shortened = next < step + n || step == end - 1 && end < from + LENGTH;
            kinds.add(discount == 0 ? "terminated" : shortened ? "truncated" : "goes on");
        }
        if (lambda > 0) {
            retrace(batch, column, doubleQ ? online : targets, targets, actions, wanted);
        }
        double[] warm = stored.clone();
        for (int step = 0; step < from; step++) {
            remember(theta, inputs[step], warm);
        }
        kinds.add(from > 0 ? "burn-in" : "start");
        kinds.add(stored[0] == 0 ? "fresh" : "stored");
        return new Sequence(warm, inputs, from, end, actions, wanted);
    }

    private static int greatest(double[] values) {
        return values[1] > values[0] ? 1 : 0;
    }

    /**
     * Replaces the targets by those of Munos et al. 2016, eq. 3 and 4, as they are written: {@code Q(x_t, a_t) + Σ_s
     * γ^(s-t) c_(t+1) .. c_s δ_s}, of values on the scale of returns.
     */
    private void retrace(
            ReplayBatch batch, int column, double[][] chooser, double[][] q, int[] actions, double[] wanted) {
        SequenceRows rows = batch.sequences();
        int end = wanted.length;
        double[] errors = new double[end];
        double[] traces = new double[end];
        for (int step = rows.burnIn(column); step < end; step++) {
            double policy = greatest(chooser[step]) == actions[step] ? 1 : 0;
            traces[step] = lambda * Math.min(1, policy / BEHAVIOUR);
            errors[step] = inverse(wanted[step]) - inverse(q[step][actions[step]]);
            kinds.add(policy > 0 ? "followed" : "cut");
        }
        for (int step = rows.burnIn(column); step < end; step++) {
            double sum = inverse(q[step][actions[step]]);
            double weight = 1;
            for (int later = step; later < end; later++) {
                weight *= later == step ? 1 : GAMMA * traces[later];
                sum += weight * errors[later];
            }
            wanted[step] = h(sum);
        }
    }

    private static double loss(double[] p, Sequence[] sequences, float[] weights) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < sequences.length; i++) {
            Sequence s = sequences[i];
            double[][] values = unroll(p, s.state, s.inputs, s.from, s.end);
            for (int step = s.from; step < s.end; step++) {
                double error = Math.abs(values[step][s.actions[step]] - s.wanted[step]);
                sum += weights[i] * (error <= 1 ? error * error / 2 : error - 0.5);
                count++;
            }
        }
        return sum / count;
    }

    private static float[] errors(double[] p, Sequence[] sequences) {
        float[] errors = new float[sequences.length];
        for (int i = 0; i < errors.length; i++) {
            Sequence s = sequences[i];
            double[][] values = unroll(p, s.state, s.inputs, s.from, s.end);
            double greatest = 0;
            double sum = 0;
            for (int step = s.from; step < s.end; step++) {
                double error = Math.abs(values[step][s.actions[step]] - s.wanted[step]);
                greatest = Math.max(greatest, error);
                sum += error;
            }
            errors[i] = (float) (ETA * greatest + (1 - ETA) * sum / (s.end - s.from));
        }
        return errors;
    }

    private static double[] gradient(double[] theta, Sequence[] sequences, float[] weights) {
        double[] gradient = new double[theta.length];
        for (int i = 0; i < theta.length; i++) {
            double[] moved = theta.clone();
            moved[i] = theta[i] + DIFFERENCE;
            double up = loss(moved, sequences, weights);
            moved[i] = theta[i] - DIFFERENCE;
            gradient[i] = (up - loss(moved, sequences, weights)) / (2 * DIFFERENCE);
        }
        return gradient;
    }

    // ---- updates ----

    private DqnConfig config() {
        return new DqnConfig(
                Learning.plainRms(RATE),
                GAMMA,
                new Exploration(1, 0.1, 0.5, true),
                new ReplaySettings(300, BATCH, n, 0.6, 0.4, 1e-6, 1, 1, null, null, null, 0),
                DqnConfig.InitialPriority.MAX,
                0,
                Ratio.oneUpdatePer(STEPS * ENVIRONMENTS),
                2L * STEPS * ENVIRONMENTS,
                TAU,
                doubleQ,
                false,
                null,
                0,
                new SequenceSettings(LENGTH, 3, 3, ETA, rescaled, lambda));
    }

    private DqnLearner learner(DqnConfig config, PolyakTargets targets) {
        int rows = BATCH * config.sequences().rows(n);
        return new DqnLearner(
                config,
                SHAPE,
                policy,
                new QRows(ACTIONS, false),
                size -> List.of(policy.newGradientNetwork(Backend.JVM, rows, Team.alone())),
                new TargetNetwork(
                        List.of(policy.newGradientNetwork(Backend.JVM, rows, Team.alone())),
                        targets,
                        new BatchTeam(1, Team.alone())),
                new PrioritizedReplay(config.memory(SHAPE)),
                AnnealingHorizon.of(10),
                RandomStream.root(1).spawn("replay"),
                Team.alone(),
                BatchSizeController.FIXED);
    }

    @ParameterizedTest
    @CsvSource({"true, true, 2, 0", "false, false, 2, 0", "true, true, 1, 0.9", "false, false, 1, 0.7"})
    void shouldMakeTheUpdatesThatAreWrittenDown(boolean isDouble, boolean isRescaled, int steps, double traceDecay) {
        doubleQ = isDouble;
        rescaled = isRescaled;
        n = steps;
        lambda = traceDecay;
        DqnConfig config = config();
        PolyakTargets targets = new PolyakTargets(policy.tensors(), TAU, Team.alone());
        DqnLearner learner = learner(config, targets);
        PrioritizedReplay memory = new PrioritizedReplay(config.memory(SHAPE));
        BankMemory appender = new BankMemory(SHAPE, memory, acted());
        ReplayBatch batch = memory.newBatch(BATCH);
        float[] phi = behaviour.clone();
        double[] theta = Learning.widen(phi);
        double[] target = theta.clone();
        StorageBank bank = null;
        for (int update = 0; update < 4; update++) {
            double[] before = theta.clone();
            bank = bank(bank, update);
            appender.append(bank, behaviour);
            memory.sample(batch, RandomStream.root(1).spawn("replay").spawn(update), 0.4 + 0.6 * update / 10);
            Sequence[] sequences = new Sequence[BATCH];
            for (int column = 0; column < BATCH; column++) {
                sequences[column] = sequence(theta, target, batch, column);
            }
            float[] errors = errors(theta, sequences);
            double[] gradient = gradient(theta, sequences, batch.weights());
            memory.updatePriorities(batch, errors);
            for (int i = 0; i < theta.length; i++) {
                theta[i] -= RATE * gradient[i];
                target[i] += update % 2 == 1 ? TAU * (theta[i] - target[i]) : 0;
            }

            learner.update(bank, behaviour, phi, update);

            double size = 0;
            for (int i = 0; i < theta.length; i++) {
                size = Math.max(size, Math.abs(theta[i] - before[i]));
            }
            assertTrue(size > 1e-3, "update " + update + " changes something");
            for (int i = 0; i < theta.length; i++) {
                assertEquals(theta[i] - before[i], phi[i] - before[i], 1e-3 * size, "θ" + i + ", " + update);
                assertEquals(target[i], targets.values()[i], 1e-3 * size, "θ'" + i + ", " + update);
            }
            assertPriorities(memory, learner);
        }
        assertEquals(lambda > 0, kinds.removeAll(Set.of("followed", "cut")));
        assertEquals(Set.of("terminated", "truncated", "goes on", "burn-in", "start", "fresh", "stored"), kinds);
    }

    private static void assertPriorities(PrioritizedReplay expected, DqnLearner learner) {
        double[] priorities = expected.somePriorities(300);
        double[] actual = learner.somePriorities(300);
        assertEquals(priorities.length, actual.length);
        for (int i = 0; i < actual.length; i++) {
            assertEquals(priorities[i], actual[i], 1e-4, "priority " + i);
        }
    }

    @Test
    void shouldRescaleThereAndBack() {
        rescaled = true;
        for (double x : new double[] {0, 1e-9, -0.3, 4, -1000, 1e6}) {
            assertEquals(h(x), ValueRescaling.scale(x));
            assertEquals(x, ValueRescaling.unscale(ValueRescaling.scale(x)), 1e-9 * Math.max(1, Math.abs(x)));
        }
    }
}

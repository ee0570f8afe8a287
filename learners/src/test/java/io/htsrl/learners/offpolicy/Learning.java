package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.AnnealedValue;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.BatchSizeController;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.learners.offpolicy.insertion.BankMemory;
import io.htsrl.learners.offpolicy.insertion.BankMemory.FirstErrors;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import io.htsrl.policies.normalize.NormalizedPolicy;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the tests of learners with actor and critics share. Observations are of {@link #INPUTS} floats. */
public final class Learning {
    public static final int INPUTS = 2;
    public static final int HIDDEN = 5;

    private static final int INTERVALS = 100;
    private static final double BETA = 0.8;

    /** So great an ε that a step is the gradient, but for a factor. */
    private static final double EPSILON = 1e4;

    private Learning() {}

    /** An optimizer whose first step is the gradient times {@code rate}, to about 1e-4 of it. */
    public static OptimizerConfig plain(double rate) {
        return new OptimizerConfig(OptimizerConfig.Kind.ADAM, rate * EPSILON, false, EPSILON, 0, 0);
    }

    /** One each of whose steps is the gradient times {@code rate}, to about 1e-4 of it. */
    public static OptimizerConfig plainRms(double rate) {
        return new OptimizerConfig(OptimizerConfig.Kind.RMSPROP, rate * EPSILON, false, EPSILON, 0.99, 0);
    }

    public static OptimizerConfig adam(double rate) {
        return new OptimizerConfig(OptimizerConfig.Kind.ADAM, rate, false, 1e-8, 0, 0);
    }

    /** The plain optimizer of the critics, in the place of its rate. */
    public static double plainRate(double rate) {
        return rate * EPSILON;
    }

    public static CriticSettings settings(long starts, double criticRate, double coef, int frequency, double tau) {
        return settings(starts, new Ratio(1, 1), criticRate, coef, frequency, tau);
    }

    /** One update for every so many steps, from the first bank on. */
    public static CriticSettings oneUpdatePer(int steps, double criticRate, double coef, int frequency, double tau) {
        return settings(0, Ratio.oneUpdatePer(steps), criticRate, coef, frequency, tau);
    }

    private static CriticSettings settings(
            long starts, Ratio utd, double criticRate, double coef, int frequency, double tau) {
        return new CriticSettings(
                0.9,
                starts,
                utd,
                tau,
                AnnealedValue.of(criticRate),
                coef,
                frequency,
                CriticSettings.InitialWeights.UNIFORM,
                null);
    }

    /** One batch an update. */
    public static ReplaySettings replay(int batch) {
        return replay(batch, 1);
    }

    /** Two-step returns, weighted by priorities. */
    public static ReplaySettings replay(int batch, int batches) {
        return new ReplaySettings(200, batch, 2, 0.6, BETA, 1e-6, batches, 1, null, null, null, 0);
    }

    /** What a learner of these settings draws, update after update. */
    public static final class Draws {
        private final LearnerInputs inputs;
        private final PrioritizedReplay memory;
        private final BankMemory appender;
        private final ReplayBatch[] batches;
        private int banks;
        private int update;

        public Draws(ActorCritics config, LearnerInputs inputs) {
            this.inputs = inputs;
            this.memory = new PrioritizedReplay(config.memory(inputs.shape()));
            this.appender = new BankMemory(inputs.shape(), memory, FirstErrors.GREATEST_SO_FAR);
            this.batches = new ReplayBatch[config.replay().batches()];
            Arrays.setAll(batches, i -> memory.newBatch(config.replay().batchSize()));
        }

        public void append(StorageBank bank) {
            appender.append(bank, null);
            banks++;
        }

        /** The batches of the next update: of unequal weights from the second on. */
        public ReplayBatch[] next() {
            double beta = BETA + (1 - BETA) * (banks - 1) / INTERVALS;
            double least = 1;
            for (int i = 0; i < batches.length; i++) {
                memory.sample(batches[i], streamOf(inputs, "replay", i, update), beta);
                for (float weight : batches[i].weights()) {
                    least = Math.min(least, weight);
                }
            }
            assertEquals(update > 0, least < 0.9, "the least weight of update " + update + " is " + least);
            return batches;
        }

        /** The update is made. */
        public void learnt(float[][] errors) {
            for (int i = 0; i < batches.length; i++) {
                memory.updatePriorities(batches[i], errors[i]);
            }
            update++;
        }
    }

    /** The draws of a batch of an update, as the documents say it. */
    public static RandomStream streamOf(LearnerInputs inputs, String name, int batch, int update) {
        RandomStream stream = inputs.stream().spawn(name);
        return (batch == 0 ? stream : stream.spawn("batch-" + batch)).spawn(update);
    }

    /** Moves targets, where they lie as in φ, in float. */
    public static void follow(float[] targets, float[] phi, double tau) {
        for (int i = 0; i < targets.length; i++) {
            targets[i] += (float) tau * (phi[i] - targets[i]);
        }
    }

    /** Moves them in double. */
    public static void follow(double[] targets, double[] phi, double tau) {
        for (int i = 0; i < targets.length; i++) {
            targets[i] += tau * (phi[i] - targets[i]);
        }
    }

    /** Compares every target that a learner digests, tensor by tensor, bit by bit. */
    public static void assertTargets(float[] expected, Learner learner, List<Tensor> tensors, String when) {
        BitHasher digest = new BitHasher();
        digest.keepParts("first");
        learner.digest(digest);
        Set<String> compared = new TreeSet<>();
        BitHasher anew = new BitHasher();
        for (Map.Entry<String, String> part : digest.parts().entrySet()) {
            for (Tensor tensor : tensors) {
                if (part.getKey().equals("target." + tensor.name())) {
                    anew.floats(expected, tensor.offset(), tensor.size());
                    assertEquals(anew.hex(), part.getValue(), part.getKey() + " " + when);
                    compared.add(tensor.name().replaceAll("\\..*", ""));
                }
            }
            String hex = part.getValue();
            anew.restart(
                    Long.parseUnsignedLong(hex.substring(16), 16), Long.parseUnsignedLong(hex.substring(0, 16), 16));
        }
        assertTrue(compared.contains("critic1"), compared.toString());
    }

    /** For networks with a hidden layer of {@link #HIDDEN}. */
    public static LearnerInputs inputs(ActorCritics config, StorageBank bank, ActionSpace actions, Team team) {
        return inputs(config, bank, actions, team, HIDDEN);
    }

    static LearnerInputs inputs(ActorCritics config, StorageBank bank, ActionSpace actions, Team team, int hidden) {
        return inputs(config, bank, actions, team, actor(config, bank, actions, hidden));
    }

    /** For an actor that normalises observations. */
    static LearnerInputs normalizing(ActorCritics config, StorageBank bank, ActionSpace actions, double clip) {
        PolicyNetwork actor = actor(config, bank, actions, HIDDEN);
        return inputs(config, bank, actions, Team.alone(), new NormalizedPolicy(actor, INPUTS, clip));
    }

    private static PolicyNetwork actor(ActorCritics config, StorageBank bank, ActionSpace actions, int hidden) {
        MlpConfig network = new MlpConfig(List.of(hidden), Activation.TANH, true);
        return new MlpPolicy(
                bank.shape().observationSpace(), config.head(actions).outputs(), network, config.heads());
    }

    private static LearnerInputs inputs(
            ActorCritics config, StorageBank bank, ActionSpace actions, Team team, PolicyNetwork actor) {
        return inputs(config, bank, actions, team, actor, ((MlpLayout) actor.layout()).config());
    }

    /** For any mlp, of actor and critics. */
    static LearnerInputs inputs(
            ActorCritics config, StorageBank bank, ActionSpace actions, Team team, MlpConfig network) {
        FirstHead first = FirstHead.of(config.head(actions));
        PolicyNetwork actor = Networks.create(network, bank.shape().observationSpace(), 1, first, config.heads());
        return inputs(config, bank, actions, team, actor, network);
    }

    private static LearnerInputs inputs(
            ActorCritics config,
            StorageBank bank,
            ActionSpace actions,
            Team team,
            PolicyNetwork actor,
            MlpConfig network) {
        EnvironmentSpec spec = new EnvironmentSpec("learning", bank.shape().observationSpace(), actions, 0, 0);
        JointPolicy policy = (JointPolicy) config.complete(actor, network, spec, 1);
        return new LearnerInputs(
                bank.shape(),
                policy,
                actions,
                AnnealingHorizon.of(INTERVALS),
                Backend.JVM,
                team,
                RandomStream.root(5).spawn("learner"),
                AsyncConfig.Correction.NONE,
                ReplayMemory::of,
                LearnerLanes.HERE,
                BatchSizeController.FIXED,
                Optimizer::of);
    }

    /** First parameters. */
    public static float[] parameters(LearnerInputs inputs) {
        float[] parameters = new float[inputs.policy().parameterCount()];
        inputs.policy().initialise(parameters, RandomStream.root(6));
        return parameters;
    }

    /** A box of unequal bounds. */
    public static ActionSpace.Continuous box(int width) {
        float[] low = new float[width];
        float[] high = new float[width];
        for (int i = 0; i < width; i++) {
            low[i] = -1 - i;
            high[i] = 2 + 3 * i;
        }
        return new ActionSpace.Continuous(low, high);
    }

    /** {@code [observation | action]} of a row. */
    public static double[] input(float[] observations, int row, double[] action) {
        double[] input = new double[INPUTS + action.length];
        for (int i = 0; i < INPUTS; i++) {
            input[i] = observations[row * INPUTS + i];
        }
        System.arraycopy(action, 0, input, INPUTS, action.length);
        return input;
    }

    public static double[] widen(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    public static float[] narrow(double[] values) {
        float[] narrow = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            narrow[i] = (float) values[i];
        }
        return narrow;
    }
}

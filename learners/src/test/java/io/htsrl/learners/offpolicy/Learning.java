package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.AsyncConfig;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.time.Horizon;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpConfig.Activation;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.StorageBank;
import java.util.List;

/** What the tests of learners with actor and critics share. Observations are of {@link #INPUTS} floats. */
public final class Learning {
    public static final int INPUTS = 2;
    public static final int HIDDEN = 5;

    /** So great an ε that a step is the gradient, but for a factor. */
    private static final double EPSILON = 1e4;

    private Learning() {}

    /** An optimizer whose first step is the gradient times {@code rate}, to about 1e-4 of it. */
    public static OptimizerConfig plain(double rate) {
        return new OptimizerConfig(OptimizerConfig.Kind.ADAM, rate * EPSILON, false, EPSILON, 0, 0);
    }

    public static OptimizerConfig adam(double rate) {
        return new OptimizerConfig(OptimizerConfig.Kind.ADAM, rate, false, 1e-8, 0, 0);
    }

    /** The plain optimizer of the critics, in the place of its rate. */
    public static double plainRate(double rate) {
        return rate * EPSILON;
    }

    public static CriticSettings settings(long starts, double criticRate, double coef, int frequency, double tau) {
        return new CriticSettings(
                0.9, starts, new Ratio(1, 1), tau, criticRate, coef, frequency, CriticSettings.InitialWeights.UNIFORM);
    }

    /** One batch an update. */
    public static ReplaySettings replay(int batch) {
        return replay(batch, 1);
    }

    /** Two-step returns, weighted by priorities. */
    public static ReplaySettings replay(int batch, int batches) {
        return new ReplaySettings(200, batch, 2, 0.6, 0.4, 1e-6, batches, 1);
    }

    /** The batches of the first update that a learner of these settings makes after a bank; weights are all 1 then. */
    public static ReplayBatch[] firstBatches(ActorCritics config, LearnerInputs inputs, StorageBank bank) {
        PrioritizedReplay memory = new PrioritizedReplay(config.memory(inputs.shape()));
        new BankMemory(inputs.shape(), memory, FirstErrors.GREATEST_SO_FAR).append(bank, null);
        ReplayBatch[] batches = new ReplayBatch[config.replay().batches()];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = memory.newBatch(config.replay().batchSize());
            memory.sample(batches[i], streamOf(inputs, "replay", i), 0.4);
        }
        return batches;
    }

    /** The draws of a batch of the first update, as the documents say it. */
    public static RandomStream streamOf(LearnerInputs inputs, String name, int batch) {
        RandomStream stream = inputs.stream().spawn(name);
        return (batch == 0 ? stream : stream.spawn("batch-" + batch)).spawn(0);
    }

    /** For networks with a hidden layer of {@link #HIDDEN}. */
    public static LearnerInputs inputs(ActorCritics config, StorageBank bank, ActionSpace actions, Team team) {
        return inputs(config, bank, actions, team, HIDDEN);
    }

    static LearnerInputs inputs(ActorCritics config, StorageBank bank, ActionSpace actions, Team team, int hidden) {
        MlpConfig network = new MlpConfig(List.of(hidden), Activation.TANH, true);
        MlpPolicy actor = new MlpPolicy(
                bank.shape().observationSpace(), config.head(actions).outputs(), network, config.heads());
        JointPolicy policy = (JointPolicy) config.complete(actor, actions);
        return new LearnerInputs(
                bank.shape(),
                policy,
                actions,
                Horizon.of(100),
                Backend.JVM,
                team,
                RandomStream.root(5).spawn("learner"),
                AsyncConfig.Correction.NONE,
                ReplayMemory::of);
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
}

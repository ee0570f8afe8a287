package io.htsrl.learners;

import io.htsrl.core.AsyncConfig;
import io.htsrl.core.Horizon;
import io.htsrl.core.RandomStream;
import io.htsrl.policies.GradientNetwork;
import io.htsrl.policies.PolicyNetwork;
import io.htsrl.policies.ParallelGradientNetwork;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.BankShape;

/** Makes the learner that a configuration names. Stateless, any thread. */
public final class Learners {

    private Learners() {
    }

    /**
     * A learner with its network.
     *
     * @param policy     with the heads that the algorithm asks for
     * @param actions    discrete actions
     * @param intervals  how many banks are planned, at each update
     * @param threads    that a minibatch's gradient is split over
     * @param stream     of the learner's draws
     * @param correction of an asynchronous run's lag, for A2C and PPO; {@code NONE} under the other schedules
     */
    public static Learner create(AlgorithmConfig config, BankShape shape, PolicyNetwork policy, int actions,
            Horizon intervals, int threads, RandomStream stream, AsyncConfig.Correction correction) {
        if (config instanceof DqnConfig dqn) {
            return dqn(dqn, shape, policy, actions, intervals, threads, stream);
        }
        ActionDistribution distribution = new Categorical(actions);
        if (config instanceof PpoConfig ppo) {
            return new PpoLearner(ppo, shape, policy, network(policy, shape.rows() / ppo.numMinibatches(), threads),
                    distribution, intervals, stream.spawn("minibatch"),
                    estimates(ppo.actorCritic(), shape, policy, distribution, correction));
        }
        A2cConfig a2c = (A2cConfig) config;
        return new A2cLearner(a2c, shape, policy, network(policy, shape.rows(), threads), distribution, intervals,
                estimates(a2c.actorCritic(), shape, policy, distribution, correction));
    }

    private static ReturnEstimates estimates(ActorCriticConfig config, BankShape shape, PolicyNetwork policy,
            ActionDistribution distribution, AsyncConfig.Correction correction) {
        return correction == AsyncConfig.Correction.VTRACE
                ? new VTrace(shape, policy, distribution, config)
                : new Advantages(shape, policy, config.gamma(), config.gaeLambda());
    }

    private static Learner dqn(DqnConfig config, BankShape shape, PolicyNetwork policy, int actions, Horizon intervals,
            int threads, RandomStream stream) {
        DqnConfig.Replay replay = config.replay();
        PrioritizedReplay memory = new PrioritizedReplay(new ReplayConfig(replay.bufferSize(), shape.environments(),
                shape.observationSpace(), shape.frameStack(), shape.actionWidth(), replay.nStep(), config.gamma(),
                replay.alpha(), replay.epsilon()));
        return new DqnLearner(config, shape, policy, new QRows(actions, config.dueling()),
                network(policy, replay.batchSize(), threads), network(policy, replay.batchSize(), threads), memory,
                intervals, stream.spawn("replay"));
    }

    static GradientNetwork network(PolicyNetwork policy, int rows, int threads) {
        return threads == 1 ? policy.newGradientNetwork(rows) : ParallelGradientNetwork.of(policy::newGradientNetwork, rows, threads);
    }
}

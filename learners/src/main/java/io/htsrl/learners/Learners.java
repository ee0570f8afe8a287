package io.htsrl.learners;

import io.htsrl.core.Policy;
import io.htsrl.core.RandomStream;
import io.htsrl.policies.GradientNetwork;
import io.htsrl.policies.MlpConfig;
import io.htsrl.policies.Nd4jMlp;
import io.htsrl.storage.BankShape;

/** Makes the learner that a configuration names. Stateless, any thread. */
public final class Learners {

    private Learners() {
    }

    /**
     * A learner with its network.
     *
     * @param actions how many discrete actions there are
     * @param updates how many updates are planned
     * @param stream  of the learner's draws
     */
    public static Learner create(AlgorithmConfig config, MlpConfig network, BankShape shape, Policy policy,
            int actions, long updates, RandomStream stream) {
        ActionDistribution distribution = new Categorical(actions);
        int rows = config instanceof PpoConfig ppo ? shape.rows() / ppo.numMinibatches() : shape.rows();
        GradientNetwork gradients = new Nd4jMlp(network, policy.observationSize(), actions, rows);
        if (config instanceof PpoConfig ppo) {
            return new PpoLearner(ppo, shape, policy, gradients, distribution, updates, stream.spawn("minibatch"));
        }
        return new A2cLearner((A2cConfig) config, shape, policy, gradients, distribution, updates);
    }
}

package io.htsrl.learners;

import io.htsrl.core.RandomStream;
import io.htsrl.policies.GradientNetwork;
import io.htsrl.policies.MlpPolicy;
import io.htsrl.policies.Nd4jMlp;
import io.htsrl.storage.BankShape;

/** Makes the learner that a configuration names. Stateless, any thread. */
public final class Learners {

    private Learners() {
    }

    /**
     * A learner with its network.
     *
     * @param updates how many updates are planned
     * @param stream  of the learner's draws
     */
    public static Learner create(
            AlgorithmConfig config, BankShape shape, MlpPolicy policy, long updates, RandomStream stream) {
        ActionDistribution distribution = new Categorical(policy.outputWidth() - 1);
        int rows = config instanceof PpoConfig ppo ? shape.rows() / ppo.numMinibatches() : shape.rows();
        GradientNetwork network = new Nd4jMlp(policy.layout(), rows);
        if (config instanceof PpoConfig ppo) {
            return new PpoLearner(ppo, shape, policy, network, distribution, updates, stream.spawn("minibatch"));
        }
        return new A2cLearner((A2cConfig) config, shape, policy, network, distribution, updates);
    }
}

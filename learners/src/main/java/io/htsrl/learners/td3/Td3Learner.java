package io.htsrl.learners.td3;

import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Phase;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.ActorCriticReplayLearner;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.BitHasher;
import java.util.List;

/**
 * TD3 (Fujimoto et al. 2018, Algorithm 1), and DDPG (Lillicrap et al. 2016). The details are numbered in {@code
 * docs/explanation/td3.md}.
 */
final class Td3Learner extends ActorCriticReplayLearner<Td3Batch> {
    private final DeterministicConfig settings;
    private final TargetNetwork targetActor;
    private final Phase descendingCritics;
    private final Phase descendingActor;
    private long intervalOfUpdate;

    Td3Learner(DeterministicConfig config, LearnerInputs inputs) {
        super(config, inputs, "critic_loss", "q_values", "actor_loss");
        settings = config;
        JointPolicy policy = (JointPolicy) inputs.policy();
        this.targetActor = new TargetNetwork(
                config.replay().networks(inputs, loop.batchSize()),
                new PolyakTargets(
                        Tensor.moved(policy.actor().tensors(), "actor", 0),
                        config.learning().tau(),
                        inputs.team()),
                team);
        makeBatches();
        this.descendingCritics = team.each(i -> batches.get(i).descendCritics(intervalOfUpdate));
        this.descendingActor = team.each(i -> batches.get(i).descendActor());
    }

    @Override
    protected Td3Batch newBatch(int number, int size) {
        return new Td3Batch(number, size, settings, inputs, this, targetActor);
    }

    @Override
    protected void resize(int size) {
        targetActor.moveInto(settings.replay().networks(inputs, size));
        super.resize(size);
    }

    @Override
    protected void begin(float[] parameters, boolean first) {
        super.begin(parameters, first);
        if (first) {
            targetActor.copy(actor.parameters());
        }
    }

    @Override
    protected void learn(float[] parameters, long interval) {
        intervalOfUpdate = interval;
        team.run(descendingCritics);
        stepCritics(interval);
        if ((loop.updates() + 1) % settings.learning().policyFrequency() == 0) {
            team.run(descendingActor);
            actor.step(interval);
            batches.forEach(batch -> addActorLoss(batch.actorLoss(), interval));
            critics.follow();
            targetActor.follow(actor.parameters());
        }
        endUpdate();
    }

    @Override
    public void digest(BitHasher hasher) {
        super.digest(hasher);
        targetActor.digest(hasher);
    }

    @Override
    protected List<Stateful> state() {
        return List.of(loop, loop.memory(), actor, targetActor, critics);
    }

    @Override
    public void close() {
        super.close();
        targetActor.close();
    }
}

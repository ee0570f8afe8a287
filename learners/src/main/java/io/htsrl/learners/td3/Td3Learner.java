package io.htsrl.learners.td3;

import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.work.Phase;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.Averages;
import io.htsrl.learners.offpolicy.BatchTeam;
import io.htsrl.learners.offpolicy.LearntActor;
import io.htsrl.learners.offpolicy.LearntCritics;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.ReplayLoop;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.learners.optim.Finite;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.network.Tensor;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * TD3 (Fujimoto et al. 2018, Algorithm 1), and DDPG (Lillicrap et al. 2016). A bank is remembered first, in (step,
 * environment) order; then as many updates are made as are due, from φ_k to φ_{k+1}. The details are numbered in {@code
 * docs/td3.md}.
 */
final class Td3Learner implements Learner {
    /** Places of the figures. */
    private static final int CRITIC_LOSS = 0;

    private static final int VALUES = 1;
    private static final int ACTOR_LOSS = 2;

    private final DeterministicConfig config;
    private final LearnerInputs inputs;
    private final ReplayLoop loop;
    private final LearntActor actor;
    private final TargetNetwork targetActor;
    private final LearntCritics critics;
    private final Td3Batch[] batches;
    private final BatchTeam team;
    private final Phase descendingCritics;
    private final Phase descendingActor;
    private final Averages averages = new Averages("critic_loss", "q_values", "actor_loss");
    private double norm;
    private int batchSize;
    /** Of the phase under way. */
    private long intervalOfUpdate;

    Td3Learner(DeterministicConfig config, LearnerInputs inputs) {
        JointPolicy policy = (JointPolicy) inputs.policy();
        this.config = config;
        this.inputs = inputs;
        this.loop = ReplayLoop.of(config, inputs);
        this.actor = LearntActor.of(config, inputs);
        this.team = config.replay().team(inputs.team());
        this.targetActor = new TargetNetwork(
                config.replay().networks(inputs, config.replay().batchSize()),
                new PolyakTargets(
                        Tensor.moved(policy.actor().tensors(), "actor", 0),
                        config.learning().tau(),
                        inputs.team()),
                team);
        this.critics = LearntCritics.of(config, inputs);
        this.batches = new Td3Batch[team.batches()];
        makeBatches();
        this.descendingCritics = team.each(i -> batches[i].descendCritics(intervalOfUpdate));
        this.descendingActor = team.each(i -> batches[i].descendActor());
    }

    private void makeBatches() {
        batchSize = loop.batchSize();
        Arrays.setAll(batches, i -> new Td3Batch(i, batchSize, config, inputs, loop, actor, targetActor, critics));
    }

    /** Batches have grown. */
    private void resize() {
        actor.moveInto(config.replay().networks(inputs, loop.batchSize()));
        targetActor.moveInto(config.replay().networks(inputs, loop.batchSize()));
        critics.resize(loop.batchSize());
        makeBatches();
    }

    @Override
    public RolloutSink rollouts(PipelineConfig pipeline, RunControl control) {
        return loop.inserted(config, pipeline, control);
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        int due = loop.append(bank, behaviour, update);
        if (loop.batchSize() != batchSize) {
            resize();
        }
        averages.clear();
        norm = 0;
        actor.begin(parameters);
        critics.begin(parameters, update == 0);
        if (update == 0) {
            targetActor.copy(actor.parameters());
        }
        for (int i = 0; i < due && loop.begin(); i++) {
            learn(update);
        }
        actor.end(parameters);
        critics.end(parameters);
        Map<String, Double> figures = new LinkedHashMap<>();
        averages.addTo(figures);
        figures.put("grad_norm", norm);
        figures.put("learning_rate", actor.rate(update));
        loop.addTo(figures);
        return figures;
    }

    /** One update of its batches. */
    private void learn(long interval) {
        intervalOfUpdate = interval;
        learnCritics(interval);
        if ((loop.updates() + 1) % config.learning().policyFrequency() == 0) {
            learnActor(interval);
            critics.follow();
            targetActor.follow(actor.parameters());
        }
        loop.learnt(i -> batches[i].loss().errors());
    }

    private void learnCritics(long interval) {
        team.run(descendingCritics);
        norm = critics.step(interval);
        for (Td3Batch batch : batches) {
            averages.add(CRITIC_LOSS, batch.loss().loss());
            averages.add(VALUES, batch.loss().meanValue());
        }
    }

    /** Up the first critic. */
    private void learnActor(long interval) {
        team.run(descendingActor);
        actor.step(interval);
        for (Td3Batch batch : batches) {
            averages.add(ACTOR_LOSS, Finite.check("the actor's loss", batch.actorLoss(), interval));
        }
    }

    /** What was drawn, and the targets. */
    @Override
    public double[] somePriorities(int most) {
        return loop.somePriorities(most);
    }

    @Override
    public void digest(BitHasher hasher) {
        loop.digest(hasher);
        critics.targets().digest(hasher);
        targetActor.digest(hasher);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        loop.save(out);
        actor.save(out);
        targetActor.save(out);
        critics.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        loop.restore(in);
        actor.restore(in);
        targetActor.restore(in);
        critics.restore(in);
    }

    @Override
    public long stateBytes() {
        return loop.stateBytes()
                + actor.stateBytes()
                + critics.stateBytes()
                + (long) Float.BYTES * actor.parameters().length;
    }

    @Override
    public void close() {
        actor.close();
        targetActor.close();
    }
}

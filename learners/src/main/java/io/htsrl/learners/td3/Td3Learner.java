package io.htsrl.learners.td3;

import io.htsrl.core.policy.Deterministic;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Phase;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.learners.offpolicy.ActorCriticReplayLearner;
import io.htsrl.learners.offpolicy.CriticBatch;
import io.htsrl.learners.offpolicy.LeastValueLoss;
import io.htsrl.learners.offpolicy.PolyakTargets;
import io.htsrl.learners.offpolicy.TargetNetwork;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.storage.BitHasher;
import java.util.Arrays;
import java.util.List;

/**
 * TD3 (Fujimoto et al. 2018, Algorithm 1), and DDPG (Lillicrap et al. 2016). The details are numbered in
 * {@code docs/explanation/td3.md}.
 */
final class Td3Learner extends ActorCriticReplayLearner<Td3Learner.Td3Batch> {
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
                new PolyakTargets(policy.actorTensors(), config.learning().tau(), inputs.team()),
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
    protected void begin(float[] parameters, boolean fresh) {
        super.begin(parameters, fresh);
        if (fresh) {
            targetActor.copy(actor.parameters());
        } else {
            targetActor.takeStatistics(actor.parameters());
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
    public List<Stateful> state() {
        return List.of(loop, loop.memory(), actor, targetActor, critics, rewards);
    }

    @Override
    public void close() {
        super.close();
        targetActor.close();
    }

    /** Batch of an update. One thread at a time. */
    static final class Td3Batch extends CriticBatch {
        private final DeterministicConfig config;
        private final Deterministic head;
        private final TargetNetwork targetActor;
        private final float[] actions;
        private final double[] noBonus;
        private final float[] valueGradient;
        private final float[] rowGradient;
        private double actorLoss;

        Td3Batch(
                int number,
                int size,
                DeterministicConfig config,
                LearnerInputs inputs,
                Td3Learner learner,
                TargetNetwork targetActor) {
            super(number, size, inputs, learner, new LeastValueLoss(size, config));
            this.config = config;
            this.head = (Deterministic) config.head(inputs.actions());
            this.targetActor = targetActor;
            this.actions = new float[actionGradient.length];
            this.noBonus = new double[size];
            this.valueGradient = new float[size];
            this.rowGradient = new float[rows.length];
        }

        /** Draws transitions and computes the critics' gradient. */
        void descendCritics(long interval) {
            RandomStream draws = draw();
            targetActor.forward(number, observations, rows);
            readActions();
            smooth(draws);
            descendCritics(actions, noBonus, interval);
        }

        /** Converts output rows to actions. */
        private void readActions() {
            for (int row = 0; row < observations.rows(); row++) {
                head.mode(rows, row * head.outputs(), actions, row * head.actionWidth());
            }
        }

        /** Adds the noise of target policy smoothing (Fujimoto et al. 2018, Eq. 14). */
        private void smooth(RandomStream draws) {
            if (config.policyNoise() == 0) {
                return;
            }
            for (int row = 0; row < observations.rows(); row++) {
                for (int j = 0; j < head.actionWidth(); j++) {
                    int at = row * head.actionWidth() + j;
                    double drawn = clamp(config.policyNoise() * draws.normal(row, j), config.noiseClip());
                    actions[at] = (float) clamp(actions[at] + drawn, 1);
                }
            }
        }

        private static double clamp(double value, double bound) {
            return Math.min(Math.max(value, -bound), bound);
        }

        /**
         * Computes the actor's gradient, which raises the first critic's value; with a {@code --bc-alpha}, that of
         * {@code -λ mean(Q) + mean((π - a)²)}, where {@code λ = α / mean |Q|} (Fujimoto, Gu 2021). The batch's
         * observations must be bound.
         */
        void descendActor() {
            int size = observations.rows();
            actor.forward(number, observations, rows);
            readActions();
            critics.forward(number, criticInputs(), actions, 1, values);
            double sum = 0;
            double magnitude = 0;
            for (int row = 0; row < size; row++) {
                sum += values[row];
                magnitude += Math.abs(values[row]);
            }
            double weight = config.bcAlpha() == 0 ? 1 : config.bcAlpha() * size / magnitude;
            Arrays.fill(valueGradient, (float) (-weight / size));
            critics.actionGradient(number, valueGradient, actionGradient);
            double distance = config.bcAlpha() == 0 ? 0 : addDistance();
            for (int row = 0; row < size; row++) {
                int action = row * head.actionWidth();
                head.gradient(actions, action, actionGradient, action, rowGradient, row * head.outputs());
            }
            actor.backward(number, rowGradient);
            actorLoss = distance - weight * sum / size;
        }

        /** Adds the gradient of the mean squared distance from the recorded actions, and returns the distance. */
        private double addDistance() {
            double sum = 0;
            for (int i = 0; i < actions.length; i++) {
                double difference = actions[i] - batch.actions()[i];
                sum += difference * difference;
                actionGradient[i] += (float) (2 * difference / actions.length);
            }
            return sum / actions.length;
        }

        /** Returns the loss of the last {@link #descendActor}. */
        double actorLoss() {
            return actorLoss;
        }
    }
}

package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Phase;
import io.htsrl.learners.LearnerInputs;
import io.htsrl.policies.acting.JointPolicy;
import java.util.List;
import java.util.Map;

/**
 * Soft actor-critic (Haarnoja et al. 2018a, 2018b) with any loss of the critics: SAC, TQC and CrossQ. The details are
 * numbered in {@code docs/explanation/sac.md}.
 */
public final class SoftLearner extends ActorCriticReplayLearner<SoftBatch> {
    private static final int ENTROPY = 3;

    private final SoftConfig settings;
    private final boolean discrete;
    private final CriticLoss.Maker losses;
    private final Temperature temperature;
    private final Phase beginning;
    private final Phase drawing;
    private final Phase descendingCritics;
    private final Phase descendingActor;
    // the current phase
    private double alphaOfLoss;
    private int drawOfUpdate;
    private long intervalOfUpdate;

    /** @param losses factory of the critics' loss */
    public SoftLearner(SoftConfig config, LearnerInputs inputs, CriticLoss.Maker losses) {
        super(config, inputs, "critic_loss", "q_values", "actor_loss", "entropy");
        EntropySettings entropy = config.entropy();
        settings = config;
        discrete = inputs.actions() instanceof ActionSpace.Discrete;
        this.losses = losses;
        this.temperature = new Temperature(
                entropy.autotune(),
                config.wantedEntropy(inputs.actions()),
                entropy.alphaLoss(),
                config.criticOptimizer().withoutWeightDecay(),
                ((JointPolicy) inputs.policy()).othersOffset(),
                inputs.intervals());
        makeBatches();
        this.beginning = team.each(i -> batches.get(i).begin());
        this.drawing = team.each(i -> batches.get(i).drawActions(drawOfUpdate));
        this.descendingCritics = team.each(i -> batches.get(i).descendCritics(alphaOfLoss, intervalOfUpdate));
        this.descendingActor = team.each(i -> batches.get(i).descendActor(alphaOfLoss));
    }

    @Override
    protected SoftBatch newBatch(int number, int size) {
        CriticLoss loss = losses.make(size, team.within());
        return discrete
                ? new ExpectedBatch(number, size, settings, inputs, this, loss)
                : new SquashedBatch(number, size, settings, inputs, this, loss);
    }

    @Override
    protected void begin(float[] parameters, boolean fresh) {
        super.begin(parameters, fresh);
        temperature.begin(parameters);
    }

    @Override
    protected void clearMoments() {
        super.clearMoments();
        temperature.clearMoments();
    }

    @Override
    protected void end(float[] parameters, long interval) {
        temperature.end(parameters);
        super.end(parameters, interval);
    }

    @Override
    protected void addTo(Map<String, Double> metrics) {
        metrics.put("alpha", temperature.alpha());
    }

    @Override
    protected void learn(float[] parameters, long interval) {
        double alpha = temperature.alpha();
        intervalOfUpdate = interval;
        team.run(beginning);
        boolean alphaFirst = settings.entropy().alphaFirst();
        int steps = actorSteps();
        if (alphaFirst && (steps > 0 || critics.hasTargets())) {
            drawActions(1);
            temperature.learn(meanLogProbability(), interval);
        }
        alphaOfLoss = alpha;
        team.run(descendingCritics);
        stepCritics(interval);
        for (int i = 0; i < steps; i++) {
            if (!alphaFirst || i > 0) {
                drawActions(1 + 2 * i);
            }
            learnActor(alphaFirst ? alpha : temperature.alpha(), interval);
            if (!alphaFirst && settings.entropy().autotune()) {
                if (!discrete) { // CleanRL uses the probabilities of the actor's step
                    drawActions(2 + 2 * i);
                }
                temperature.learn(meanLogProbability(), interval);
            }
        }
        if ((loop.updates() + 1) % settings.entropy().targetUpdateInterval() == 0) {
            critics.follow();
        }
        endUpdate();
    }

    /**
     * Returns the actor's steps in this update. CrossQ makes one, with one of α; CleanRL makes up for the updates
     * between.
     */
    private int actorSteps() {
        int frequency = settings.learning().policyFrequency();
        return loop.updates() % frequency != 0 ? 0 : critics.hasTargets() ? frequency : 1;
    }

    private void drawActions(int index) {
        drawOfUpdate = index;
        team.run(drawing);
    }

    /** Returns the mean of ln π over the actions of all batches, summed in their order. */
    private double meanLogProbability() {
        double sum = 0;
        for (SoftBatch batch : batches) {
            sum += batch.meanLogProbability();
        }
        return sum / batches.size();
    }

    private void learnActor(double alpha, long interval) {
        alphaOfLoss = alpha;
        team.run(descendingActor);
        actor.step(interval);
        for (SoftBatch batch : batches) {
            addActorLoss(alpha * batch.meanLogProbability() - batch.ascended(), interval);
            averages.add(ENTROPY, -batch.meanLogProbability());
        }
    }

    @Override
    public List<Stateful> state() {
        return List.of(loop, loop.memory(), actor, critics, temperature, rewards);
    }
}

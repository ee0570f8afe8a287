package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.replay.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settings of an algorithm with an actor, and critics over observations and actions. φ is {@code [actor | critic 1 |
 * ... | others]}: {@link JointPolicy}.
 */
public interface ActorCritics extends Replaying {

    /** Longest interval, in steps, for which updates in blocks are known to learn as well. */
    int LONG_INTERVAL = 256;

    CriticSettings learning();

    /** Returns the number of critics. */
    int critics();

    /** Returns the number of values of each critic. */
    default int criticOutputs(ActionSpace actions) {
        return 1;
    }

    /** Returns the floats of an action that critics read; 0 where they give a value for each action. */
    default int criticActions(ActionSpace actions) {
        return actions.width();
    }

    /** Returns how many of the smallest values of all critics are kept. Their mean is the value of an action. */
    default int keptValues() {
        return 1;
    }

    /**
     * Returns how the statistics of batch normalisations are learnt, by critics without targets: those rate both states
     * of a transition in one pass. Empty for critics with targets.
     */
    default Optional<JointBatches> jointBatches() {
        return Optional.empty();
    }

    /** Returns the share of each batch in the running statistics of batch normalisations. */
    default double statisticsShare() {
        return jointBatches().map(JointBatches::momentum).orElse(0.0);
    }

    /**
     * Settings of statistics over the rows of joint batches.
     *
     * @param momentum share of each batch in the running statistics
     * @param warmup updates before statistics are corrected towards the running ones
     */
    record JointBatches(
            @Setting(
                    onFork = true,
                    flag = "batch-norm-momentum",
                    defaultValue = "0.01",
                    range = "(0, 1]",
                    onlyWith = "batch-norm=true",
                    otherwise = "0.01",
                    remedy = "give 0.01, for example",
                    help = "Share of a batch in the running means and variances.")
            double momentum,

            @Setting(
                    onFork = true,
                    flag = "renorm-warmup-steps",
                    defaultValue = "100000",
                    range = "[0, inf)",
                    unit = "updates",
                    onlyWith = "batch-norm=true",
                    otherwise = "0",
                    remedy = "give 100000, for example",
                    help = "Updates before the statistics of batches are corrected towards the running ones.")
            long warmup) {

        /** Returns the statistics by which a network normalises in its pass after that many. */
        GradientNetwork.Statistics statistics(long passes) {
            return passes < warmup ? GradientNetwork.Statistics.ROWS : GradientNetwork.Statistics.CORRECTED;
        }
    }

    /** Returns the other learnt numbers. */
    default List<JointPolicy.Scalar> others() {
        return List.of();
    }

    /** Returns the optimizer settings of the critics. */
    default OptimizerConfig criticOptimizer() {
        return optimizer().withLearningRate(learning().criticLearningRate());
    }

    /**
     * Returns the number of steps for which one replica draws uniform actions.
     *
     * @param steps planned steps of the replica; none in an evaluation, where the policy acts from the first step
     */
    default long uniformSteps(int environments, AnnealingHorizon steps) {
        return Math.min((learningStarts() + environments - 1) / environments, steps.at(0));
    }

    @Override
    default double gamma() {
        return learning().gamma();
    }

    @Override
    default long learningStarts() {
        return learning().learningStarts();
    }

    @Override
    default Ratio utd() {
        return learning().utd();
    }

    @Override
    default Heads heads() {
        return Heads.ACTOR;
    }

    @Override
    default PolicyNetwork complete(PolicyNetwork actor, NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        int actions = criticActions(spec.actionSpace());
        ObservationSpace frame = spec.observationSpace().unmasked();
        NetworkLayout critic = Networks.find(network.network())
                .orElseThrow()
                .critic(network, frame, frameStack, actions, criticOutputs(spec.actionSpace()));
        CriticsLayout critics = new CriticsLayout(critic, frameStack * frame.size(), actions, critics());
        boolean uniform = learning().initialWeights() == CriticSettings.InitialWeights.UNIFORM;
        return new JointPolicy(actor, critics, others(), uniform);
    }

    @Override
    default NetworkSize size(NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        NetworkSize actor = Replaying.super.size(network, spec, frameStack);
        NetworkSize critic = network.criticSize(
                spec.observationSpace().unmasked(),
                frameStack,
                criticActions(spec.actionSpace()),
                criticOutputs(spec.actionSpace()));
        return new NetworkSize(
                actor.parameters() + critics() * critic.parameters() + others().size(),
                actor.activations() + critics() * critic.activations(),
                Math.max(actor.widest(), critic.widest()));
    }

    @Override
    default void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        optimizer().check(violations);
        violations.check(
                !optimizer().annealLr() || learning().criticLearningRate().isConstant(),
                "--critic-learning-rate",
                learning().criticLearningRate(),
                "must be a number with --anneal-lr, which lowers it",
                "give a number, or a schedule as --learning-rate too, without --anneal-lr");
        learning().check(violations);
        checkReplay(pipeline, frameStack, violations);
        violations.check(
                pipeline.backend() == Backend.JVM,
                "--backend",
                pipeline.backend(),
                "must be jvm for " + algorithm() + ", whose critics no other backend computes in this version",
                "choose --backend jvm");
    }

    @Override
    default List<String> advice(PipelineConfig pipeline) {
        List<String> advice = new ArrayList<>(Replaying.super.advice(pipeline));
        int steps = pipeline.stepsPerInterval();
        if (steps > LONG_INTERVAL) {
            advice.add("an interval of " + steps + " steps (--num-envs " + pipeline.numEnvs() + " x --sync-interval "
                    + pipeline.syncInterval() + ") may make " + algorithm()
                    + " learn worse, for its actor stays the same for so long: up to " + LONG_INTERVAL
                    + " is known to do; lower --sync-interval");
        }
        return List.copyOf(advice);
    }

    @Override
    default void checkNetwork(NetworkConfig network, Violations violations) {
        violations.check(
                network.hasCritics(),
                "--network",
                network.network(),
                "must be one whose layers can read actions beside observations, for the critics of " + algorithm(),
                "choose --network mlp, or combined for images");
    }
}

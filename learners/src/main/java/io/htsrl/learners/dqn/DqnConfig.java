package io.htsrl.learners.dqn;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.EpsilonGreedySelector;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.time.Horizon;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.network.Heads;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.BankShape;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of DQN and its family, named as in CleanRL and Stable-Baselines3.
 *
 * @param gamma                  discount factor
 * @param exploration            how executors explore
 * @param replay                 what is remembered, and how it is drawn
 * @param learningStarts         environment steps remembered before the first update
 * @param trainFrequency         environment steps (over all replicas) per update; kept exactly
 * @param targetNetworkFrequency environment steps between two moves of the target network
 * @param tau                    how far the target network moves towards the learnt one each time; 1 copies it
 * @param doubleQ                whether the learnt network picks the action that the target network values (van
 *                               Hasselt et al. 2016)
 * @param dueling                whether value and advantages are separate heads (Wang et al. 2016)
 */
public record DqnConfig(
        OptimizerConfig optimizer,

        @Setting(usual = "0.99", range = "[0, 1]", remedy = "give 0.99, for example", help = "Discount factor.")
        double gamma,

        Exploration exploration,
        Replay replay,

        @Setting(
                range = "[0, inf)",
                unit = "steps",
                remedy = "give 10000, for example",
                help = "Environment steps remembered before the first update.")
        long learningStarts,

        @Setting(
                range = "[1, inf)",
                unit = "steps",
                remedy = "give the environment steps per update, 16 for example",
                help = "Environment steps, over all replicas, per update.")
        int trainFrequency,

        @Setting(
                range = "[1, 2^31-1]",
                unit = "steps",
                remedy = "give the environment steps between two moves, 500 for example",
                help = "Environment steps between two moves of the target network.")
        long targetNetworkFrequency,

        @Setting(
                range = "(0, 1]",
                remedy = "give 1 to copy, 0.005 to follow",
                help = "How far the target network moves each time; 1: copies the learnt one.")
        double tau,

        @Setting(help = "The learnt network picks the action that the target network values.")
        boolean doubleQ,

        @Setting(help = "Separate heads of value and advantages.")
        boolean dueling)
        implements Replaying {

    /**
     * ε-greedy exploration.
     *
     * @param startE              ε of the first step
     * @param endE                ε after the decay
     * @param explorationFraction share of the run over which ε falls
     * @param perEnv              whether replica i of n explores with {@code ε^(1 + 7i/(n-1))}, as Ape-X's actors do
     */
    public record Exploration(
            @Setting(
                    range = "[0, 1]",
                    remedy = "give 1, for example",
                    help = "Epsilon of the first step's exploration.")
            double startE,

            @Setting(range = "[0, 1]", remedy = "give 0.05, for example", help = "Epsilon after its decay.")
            double endE,

            @Setting(
                    range = "[0, 1]",
                    remedy = "give 0.5, for example",
                    help = "Share of the run over which epsilon falls.")
            double explorationFraction,

            @Setting(
                    flag = "per-env-epsilon",
                    help = "Each replica explores with a power of epsilon, as Ape-X's actors do.")
            boolean perEnv) {}

    /**
     * The replay memory.
     *
     * @param bufferSize   transitions
     * @param batchSize    transitions of one update
     * @param nStep        steps of a return before it bootstraps
     * @param alpha        exponent of the priorities (Schaul et al. 2016); 0 draws uniformly
     * @param beta0        exponent of the importance weights at the start; 1 at the end of the run
     * @param epsilon      added to absolute TD errors
     * @param initialPriority what a transition's first priority is
     */
    public record Replay(
            @Setting(unit = "transitions", help = "Transitions in the replay memory.")
            int bufferSize,

            @Setting(help = "Transitions of one update.") int batchSize,

            @Setting(
                    flag = "n-step",
                    unit = "steps",
                    range = "[1, 100]",
                    remedy = "give 1 or 3, for example",
                    help = "Steps of a return before it bootstraps.")
            int nStep,

            @Setting(
                    flag = "per-alpha",
                    range = "[0, 1]",
                    remedy = "give 0.6, or 0 to draw uniformly",
                    help = "Exponent of the replay priorities; 0: draws uniformly.")
            double alpha,

            @Setting(
                    flag = "per-beta",
                    range = "[0, 1]",
                    remedy = "give 0.4, for example",
                    onlyWith = "per-alpha>0",
                    otherwise = "0",
                    help = "Exponent of the importance weights at the start; 1 at the end of the run.")
            double beta0,

            @Setting(
                    flag = "per-eps",
                    range = "(0, inf)",
                    remedy = "give 1e-6, for example",
                    onlyWith = "per-alpha>0",
                    otherwise = "1",
                    help = "Added to absolute TD errors before they become priorities.")
            double epsilon,

            @Setting(
                    onlyWith = "per-alpha>0",
                    otherwise = "max",
                    help = "A transition's first priority: max, the greatest so far, or actor, from the actor's own "
                            + "values.")
            InitialPriority initialPriority) {}

    /** What a transition's first priority is. */
    public enum InitialPriority {
        /** The greatest so far (Schaul et al. 2016). */
        MAX,
        /** From the actor's own values (Horgan et al. 2018, Ape-X). */
        ACTOR
    }

    @Override
    public String algorithm() {
        return "dqn";
    }

    @Override
    public Heads heads() {
        return dueling ? Heads.DUELING : Heads.Q;
    }

    @Override
    public ActionHead head(ActionSpace actions) {
        return new ActionValues(((ActionSpace.Discrete) actions).count());
    }

    @Override
    public ActionSelector selector(ActionHead head, int environment, int environments, Horizon steps) {
        double exponent = exploration.perEnv() && environments > 1 ? 1 + 7.0 * environment / (environments - 1) : 1;
        return new EpsilonGreedySelector(
                head.outputs(),
                exploration.startE(),
                exploration.endE(),
                steps.share(exploration.explorationFraction()),
                exponent);
    }

    @Override
    public List<String> annealed() {
        List<String> annealed = new ArrayList<>(Replaying.super.annealed());
        if (exploration.startE() != exploration.endE()) {
            annealed.add("epsilon");
        }
        if (replay.alpha() > 0 && replay.beta0() != 1) {
            annealed.add("beta of the importance weights");
        }
        return List.copyOf(annealed);
    }

    @Override
    public int minibatch(PipelineConfig pipeline) {
        return replay.batchSize();
    }

    @Override
    public int bufferSize() {
        return replay.bufferSize();
    }

    @Override
    public ReplayConfig memory(BankShape shape) {
        return new ReplayConfig(
                replay.bufferSize(),
                shape.environments(),
                shape.observationSpace(),
                shape.frameStack(),
                shape.actionWidth(),
                replay.nStep(),
                gamma,
                replay.alpha(),
                replay.epsilon());
    }

    @Override
    public long leastBufferSize(PipelineConfig pipeline, int frameStack) {
        return Math.max(
                pipeline.stepsPerInterval(),
                ReplayConfig.leastCapacity(pipeline.numEnvs(), frameStack, replay.nStep()));
    }

    @Override
    public int networks() {
        return 2; // the learnt one and the target
    }

    @Override
    public DqnConfig withBufferSize(int bufferSize) {
        return new DqnConfig(
                optimizer,
                gamma,
                exploration,
                new Replay(
                        bufferSize,
                        replay.batchSize(),
                        replay.nStep(),
                        replay.alpha(),
                        replay.beta0(),
                        replay.epsilon(),
                        replay.initialPriority()),
                learningStarts,
                trainFrequency,
                targetNetworkFrequency,
                tau,
                doubleQ,
                dueling);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        optimizer.check(violations);
        RecordSettings.check(this, violations);
        RecordSettings.check(exploration, violations);
        RecordSettings.check(replay, violations);
        checkReplay(pipeline, frameStack, violations);
    }

    private void checkReplay(PipelineConfig pipeline, int frameStack, Violations violations) {
        long least = pipeline.hasSteps() ? leastBufferSize(pipeline, frameStack) : 1;
        violations
                .check(
                        replay.bufferSize() >= least && replay.bufferSize() <= ReplayConfig.MAX_CAPACITY,
                        "--buffer-size",
                        replay.bufferSize(),
                        "must be in " + least + " .. 2^27: it holds an interval's steps and"
                                + " --frame-stack + --n-step + 1 of every replica at least",
                        "give 10000, for example")
                .check(
                        replay.batchSize() >= 1 && replay.batchSize() <= replay.bufferSize(),
                        "--batch-size",
                        replay.batchSize(),
                        "must be in 1 .. --buffer-size (" + replay.bufferSize() + ")",
                        "give 64, for example");
    }

    @Override
    public void checkLength(long totalTimesteps, Violations violations) {
        violations.check(
                learningStarts <= totalTimesteps,
                "--learning-starts",
                learningStarts,
                "must be at most --total-timesteps (" + totalTimesteps + "), or nothing would be learnt",
                "give a lower --learning-starts or a higher --total-timesteps");
    }
}

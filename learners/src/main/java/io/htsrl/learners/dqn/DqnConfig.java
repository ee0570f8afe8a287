package io.htsrl.learners.dqn;

import io.htsrl.core.ActionSelector;
import io.htsrl.core.EpsilonGreedySelector;
import io.htsrl.core.Horizon;
import io.htsrl.core.PipelineConfig;
import io.htsrl.core.Violations;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.Heads;
import java.util.ArrayList;
import java.util.List;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.storage.BankShape;

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
        double gamma,
        Exploration exploration,
        Replay replay,
        long learningStarts,
        int trainFrequency,
        long targetNetworkFrequency,
        double tau,
        boolean doubleQ,
        boolean dueling) implements Replaying {

    /**
     * ε-greedy exploration.
     *
     * @param startE              ε of the first step
     * @param endE                ε after the decay
     * @param explorationFraction share of the run over which ε falls
     * @param perEnv              whether replica i of n explores with {@code ε^(1 + 7i/(n-1))}, as Ape-X's actors do
     */
    public record Exploration(double startE, double endE, double explorationFraction, boolean perEnv) {
    }

    /**
     * The replay memory.
     *
     * @param bufferSize   transitions
     * @param batchSize    transitions of one update
     * @param nStep        steps of a return before it bootstraps
     * @param alpha        exponent of the priorities (Schaul et al. 2016); 0 draws uniformly
     * @param beta0        exponent of the importance weights at the start; 1 at the end of the run
     * @param epsilon      added to absolute TD errors
     * @param actorInitial whether a transition's first priority comes from the actor's own values (Ape-X) instead of
     *                     the greatest so far
     */
    public record Replay(int bufferSize, int batchSize, int nStep, double alpha, double beta0, double epsilon,
            boolean actorInitial) {
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
    public ActionSelector selector(int actions, int environment, int environments, Horizon steps) {
        double exponent = exploration.perEnv() && environments > 1 ? 1 + 7.0 * environment / (environments - 1) : 1;
        return new EpsilonGreedySelector(actions, exploration.startE(), exploration.endE(),
                steps.share(exploration.explorationFraction()), exponent);
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
        return new ReplayConfig(replay.bufferSize(), shape.environments(), shape.observationSpace(),
                shape.frameStack(), shape.actionWidth(), replay.nStep(), gamma, replay.alpha(), replay.epsilon());
    }

    @Override
    public long leastBufferSize(PipelineConfig pipeline, int frameStack) {
        return Math.max(pipeline.stepsPerInterval(),
                ReplayConfig.leastCapacity(pipeline.numEnvs(), frameStack, replay.nStep()));
    }

    @Override
    public int networks() {
        return 2; // the learnt one and the target
    }

    @Override
    public DqnConfig withBufferSize(int bufferSize) {
        return new DqnConfig(optimizer, gamma, exploration, new Replay(bufferSize, replay.batchSize(), replay.nStep(),
                replay.alpha(), replay.beta0(), replay.epsilon(), replay.actorInitial()), learningStarts,
                trainFrequency,
                targetNetworkFrequency, tau, doubleQ, dueling);
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        optimizer.check(violations);
        violations
                .check(gamma >= 0 && gamma <= 1, "--gamma", gamma, "must be in [0, 1]", "give 0.99, for example")
                .check(learningStarts >= 0, "--learning-starts", learningStarts, "must be at least 0",
                        "give 10000, for example")
                .check(trainFrequency >= 1, "--train-frequency", trainFrequency, "must be at least 1",
                        "give the environment steps per update, 16 for example")
                .check(targetNetworkFrequency >= 1 && targetNetworkFrequency <= Integer.MAX_VALUE,
                        "--target-network-frequency", targetNetworkFrequency, "must be in 1 .. 2^31-1",
                        "give the environment steps between two moves, 500 for example")
                .check(tau > 0 && tau <= 1, "--tau", tau, "must be in (0, 1]", "give 1 to copy, 0.005 to follow");
        checkExploration(violations);
        checkReplay(pipeline, frameStack, violations);
    }

    private void checkExploration(Violations violations) {
        violations
                .check(probability(exploration.startE()), "--start-e", exploration.startE(), "must be in [0, 1]",
                        "give 1, for example")
                .check(probability(exploration.endE()), "--end-e", exploration.endE(), "must be in [0, 1]",
                        "give 0.05, for example")
                .check(probability(exploration.explorationFraction()), "--exploration-fraction",
                        exploration.explorationFraction(), "must be in [0, 1]", "give 0.5, for example");
    }

    private void checkReplay(PipelineConfig pipeline, int frameStack, Violations violations) {
        long least = pipeline.hasSteps() ? leastBufferSize(pipeline, frameStack) : 1;
        violations
                .check(replay.bufferSize() >= least && replay.bufferSize() <= ReplayConfig.MAX_CAPACITY, "--buffer-size",
                        replay.bufferSize(), "must be in " + least + " .. 2^27: it holds an interval's steps and"
                                + " --frame-stack + --n-step + 1 of every replica at least",
                        "give 10000, for example")
                .check(replay.batchSize() >= 1 && replay.batchSize() <= replay.bufferSize(), "--batch-size",
                        replay.batchSize(), "must be in 1 .. --buffer-size (" + replay.bufferSize() + ")",
                        "give 64, for example")
                .check(replay.nStep() >= 1 && replay.nStep() <= 100, "--n-step", replay.nStep(),
                        "must be in 1 .. 100", "give 1 or 3, for example")
                .check(probability(replay.alpha()), "--per-alpha", replay.alpha(), "must be in [0, 1]",
                        "give 0.6, or 0 to draw uniformly")
                .check(probability(replay.beta0()), "--per-beta", replay.beta0(), "must be in [0, 1]",
                        "give 0.4, for example")
                .check(replay.epsilon() > 0 && Double.isFinite(replay.epsilon()), "--per-eps", replay.epsilon(),
                        "must be a positive number", "give 1e-6, for example");
    }

    private static boolean probability(double value) {
        return value >= 0 && value <= 1;
    }
}

package io.htsrl.learners.dqn;

import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.ValueDistribution;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.learners.offpolicy.RatioType;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.values.ActionValueConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.policies.acting.ImplicitConfig;
import io.htsrl.policies.acting.TableConfig;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.noise.NoisyPolicy;
import io.htsrl.replay.Ratio;
import io.htsrl.replay.SequenceConfig;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * Settings of DQN and its family, named as in CleanRL and Stable-Baselines3.
 *
 * @param gamma discount factor
 * @param exploration exploration of the executors
 * @param replay replay memory and its draws
 * @param initialPriority rule for a transition's first priority
 * @param learningStarts environment steps stored before the first update
 * @param utd updates per environment step (over all replicas); kept exactly
 * @param targetNetworkFrequency environment steps between two moves of the target network
 * @param tau fraction by which each move brings the target network closer to the learnt one; 1 copies it
 * @param doubleQ whether the learnt network picks the action that the target network values (van Hasselt et al. 2016)
 * @param dueling whether value and advantages are separate heads (Wang et al. 2016)
 * @param distribution what is learnt of an action's return; null for its mean
 * @param noisySigma σ_0 of noisy layers, which explore beside ε (Fortunato et al. 2018); 0 for none
 * @param sequences sequences of a policy with a memory; null for single transitions
 */
@RecordBuilder
public record DqnConfig(
        OptimizerConfig optimizer,

        @Setting(
                onFork = true,
                defaultValue = "0.99",
                range = "[0, 1]",
                remedy = "give 0.99, for example",
                help = "Discount factor.")
        double gamma,

        Exploration exploration,
        ReplaySettings replay,

        @Setting(
                onFork = true,
                onlyWith = "per-alpha>0",
                otherwise = "max",
                help = "A transition's first priority: max, the greatest so far, or actor, from the actor's own "
                        + "values.")
        InitialPriority initialPriority,

        @Setting(
                range = "[0, inf)",
                unit = "steps",
                remedy = "give 10000, for example",
                help = "Environment steps remembered before the first update.")
        long learningStarts,

        @Setting(
                type = RatioType.class,
                alias = "train-frequency",
                aliasType = RatioType.StepsPer.class,
                aliasHelp = "Environment steps, over all replicas, per update: --utd the other way round.",
                help = "Updates per environment step, over all replicas, such as 0.25, 4 or 1/3; kept exactly.")
        Ratio utd,

        @Setting(
                onFork = true,
                range = "[1, 2^31-1]",
                unit = "steps",
                remedy = "give the environment steps between two moves, 500 for example",
                help = "Environment steps between two moves of the target network.")
        long targetNetworkFrequency,

        @Setting(
                onFork = true,
                range = "(0, 1]",
                remedy = "give 1 to copy, 0.005 to follow",
                help = "Step of the target network towards the learned one; 1: copies it.")
        double tau,

        @Setting(onFork = true, help = "The learned network chooses the action that the target network values.")
        boolean doubleQ,

        @Setting(help = "Separate heads of value and advantages.")
        boolean dueling,

        ValueDistribution distribution,

        @Setting(
                defaultValue = "0",
                range = "[0, 10]",
                remedy = "give 0.5, or 0 for none",
                help = "First sigma of noisy layers, which explore beside epsilon; 0: none.")
        double noisySigma,

        SequenceSettings sequences)
        implements Replaying, ActionValueConfig {

    public DqnConfig {
        distribution = distribution == null ? ValueDistribution.NONE : distribution;
        sequences = sequences == null ? SequenceSettings.NONE : sequences;
    }

    /** Rule for a transition's first priority. */
    public enum InitialPriority {
        /** Greatest priority so far (Schaul et al. 2016). */
        MAX,
        /** Priority computed from the actor's values (Horgan et al. 2018, Ape-X). */
        ACTOR
    }

    @Override
    public String algorithm() {
        return "dqn";
    }

    @Override
    public Heads heads() {
        return distribution.hasAtoms() ? Heads.ATOMS : dueling ? Heads.DUELING : Heads.Q;
    }

    @Override
    public ActionValues values(int actions) {
        return new ActionValues(actions, dueling, distribution.hasAtoms() ? distribution : ValueDistribution.NONE);
    }

    /**
     * Returns the reader of a learner's rows: those of an implicit distribution hold samples, an actor's their mean.
     */
    ActionValues learntValues(int actions) {
        return isImplicit() ? new ActionValues(actions, dueling, distribution.sampled()) : values(actions);
    }

    private boolean isImplicit() {
        return distribution.distributional() == ValueDistribution.Kind.IMPLICIT;
    }

    @Override
    public NetworkConfig withOwnLayers(NetworkConfig network) {
        return ImplicitConfig.of(network, distribution.implicit());
    }

    @Override
    public PolicyNetwork complete(PolicyNetwork actor, NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        return noisySigma > 0 ? new NoisyPolicy(actor, noisySigma) : actor;
    }

    /** Returns the size of the network, with about as many σ as parameters. */
    @Override
    public NetworkSize size(NetworkConfig network, EnvironmentSpec spec, int frameStack) {
        NetworkSize size = Replaying.super.size(network, spec, frameStack);
        return noisySigma > 0 ? new NetworkSize(2 * size.parameters(), size.activations(), size.widest()) : size;
    }

    @Override
    public List<String> annealed() {
        return exploration.annealed(Replaying.super.annealed());
    }

    @Override
    public DqnConfig with(ReplaySettings newReplay) {
        return DqnConfigBuilder.from(this).withReplay(newReplay);
    }

    @Override
    public SequenceConfig sequences(int stateSize) {
        return sequences.config(stateSize, replay.nStep());
    }

    /** Returns the rows of one batch: more than its sequences. */
    @Override
    public int minibatch(PipelineConfig pipeline) {
        return (int) Math.min(Integer.MAX_VALUE, (long) replay.mostOfBatch() * sequences.rows(replay.nStep()));
    }

    @Override
    public void checkNetwork(NetworkConfig network, Violations violations) {
        MemoryConfig memory = network.memory();
        boolean remembers = memory.memory() != MemoryConfig.Kind.NONE;
        violations
                .check(
                        !isImplicit() || !remembers && !(network instanceof TableConfig),
                        "--distributional",
                        "implicit",
                        "must not be given with a --memory or --network table",
                        "give quantile, or leave the other one out")
                .check(
                        noisySigma == 0
                                || !remembers
                                        && !network.normalization().normObs()
                                        && !(network instanceof TableConfig),
                        "--noisy-sigma",
                        noisySigma,
                        "must be 0 with a --memory, --norm-obs or --network table",
                        "leave one of them out")
                .check(
                        remembers == sequences.areUsed(),
                        "--sequence-length",
                        sequences.sequenceLength(),
                        "must be above 0 with a --memory, and 0 without",
                        "give 80 with a --memory, for example")
                .check(
                        !remembers || memory.bpttLength() == 0,
                        "--bptt-length",
                        memory.bpttLength(),
                        "must be 0 for dqn, whose gradients go back through whole sequences",
                        "give a lower --sequence-length");
    }

    @Override
    public void checkSize(NetworkConfig network, EnvironmentSpec spec, int frameStack, Violations violations) {
        violations.check(
                !isImplicit() || spec.observationSpace().policies().isEmpty(),
                "--distributional",
                "implicit",
                "must not be given with separate policies of agents",
                "give quantile, or let the agents share a policy");
    }

    private void checkRetrace(Violations violations) {
        double lambda = sequences.retraceLambda();
        violations
                .check(
                        sequences.areUsed() || lambda >= 0 && lambda <= 1,
                        "--retrace-lambda",
                        lambda,
                        "must be in [0, 1]",
                        "give 0.95, or 0 for n-step targets")
                .check(
                        !(lambda > 0) || sequences.areUsed() == (replay.nStep() == 1),
                        "--retrace-lambda",
                        lambda,
                        sequences.areUsed()
                                ? "must be 0 with --n-step above 1 (" + replay.nStep()
                                        + "): it mixes returns of all lengths"
                                : "must be 0 with --n-step 1 and no --memory: there is no second step",
                        sequences.areUsed() ? "give --n-step 1" : "give --n-step 3, for example")
                .check(
                        !(lambda > 0) || !distribution.isUsed(),
                        "--retrace-lambda",
                        lambda,
                        "must be 0 with a --distributional: its targets are means",
                        "leave one of them out");
    }

    private void checkSequences(PipelineConfig pipeline, Violations violations) {
        checkRetrace(violations);
        if (!sequences.areUsed()) {
            return;
        }
        RecordSettings.check(sequences, violations);
        violations
                .check(
                        sequences.sequencePeriod() <= sequences.sequenceLength(),
                        "--sequence-period",
                        sequences.sequencePeriod(),
                        "must be at most --sequence-length (" + sequences.sequenceLength()
                                + "), or steps would be left out",
                        "give half of --sequence-length")
                .check(
                        initialPriority == InitialPriority.MAX,
                        "--initial-priority",
                        "actor",
                        "must be max with a --memory: a sequence has no value of an actor",
                        "leave it out")
                .check(
                        pipeline.async() == null,
                        "--schedule",
                        pipeline.schedule(),
                        "must not be async for dqn with a --memory: parameters change within a rollout, so its states"
                                + " cannot be computed again",
                        "choose --schedule hts, or --algo a2c");
    }

    @Override
    public void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        optimizer.check(violations);
        RecordSettings.check(this, violations);
        RecordSettings.check(exploration, violations);
        distribution.check(violations);
        violations.check(
                !distribution.isUsed() || initialPriority == InitialPriority.MAX,
                "--initial-priority",
                "actor",
                "must be max with a --distributional: an actor's error of means is no error of distributions",
                "leave it out");
        checkSequences(pipeline, violations);
        checkReplay(pipeline, frameStack, violations);
    }
}

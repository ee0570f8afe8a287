package io.htsrl.trainer.config;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.settings.EarlierValue;
import io.htsrl.core.settings.PlansType;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.environments.wrapper.ObservedElements;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.environments.wrapper.StepTime.StepTimeType;
import io.htsrl.environments.wrapper.VariableStepTime;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import io.htsrl.replay.Ratio;
import io.htsrl.storage.BankShape;
import io.htsrl.trainer.capacity.CapacityCheck;
import io.htsrl.trainer.capacity.Limits;
import io.htsrl.trainer.capacity.RunNeeds;
import io.htsrl.trainer.recording.RecordingFormat;
import io.htsrl.trainer.recording.RecordingSource;
import io.htsrl.trainer.selfplay.OpponentConfig;
import io.htsrl.trainer.selfplay.OpponentPool;
import io.htsrl.trainer.selfplay.SeatEnvironment;
import io.htsrl.trainer.watch.Watchdog;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One resolved run. Immutable; checked once, by {@link #check}.
 *
 * @param env the environment's name
 * @param envOptions settings of that kind of environment
 * @param policies policies of the agents of an environment
 * @param policySettings settings of the algorithm for one policy, by {@code policy.key}
 * @param stepTime the distribution of a step's time; null for the environment's own speed
 * @param seed the root of all randomness
 * @param totalTimesteps environment steps over all replicas, rounded up to whole intervals
 * @param opponents players of the other seats of a game
 * @param frameStack S: the network's input is a stack of so many observations
 * @param network maps observations to heads
 * @param allowNondeterminism whether the run starts although the self-check finds bits that depend on more than these
 *     settings
 * @param annealedOver timesteps planned before an extension of the run, where values are annealed over them; see
 *     {@link #continuedAt}
 * @param earlierSettings values that forks of the run have changed since, in the order of their intervals
 * @param initial parameters that the run begins with; null for drawn ones
 * @param recording recorded steps that the run learns from; null for those that its environments take
 * @param maker makes a program's own environment, of which {@code env} is only the name; null for one that is found by
 *     its name
 */
@SettingGroup("Run")
@RecordBuilder
public record RunConfig(
        @Setting(label = "ID", help = "Environment, such as CartPole-v1; 'hts envs' lists them.")
        String env,

        @Setting(flag = "env-option", help = "Setting of the environment; repeatable.")
        Map<String, String> envOptions,

        @Setting(
                defaultValue = ObservedElements.Indices.ALL,
                type = ObservedElements.Indices.class,
                help = "Elements of the observation that the network sees, such as 0,2; all: the whole observation.")
        List<Integer> observe,

        @Setting(
                defaultValue = EnvironmentSource.SHARED,
                label = "POLICIES",
                help =
                        "Policies of several agents in one environment: shared: one for all; separate: one each; or a list of "
                                + "AGENT=POLICY such as red_*=red,*=others.")
        String policies,

        @Setting(
                flag = "policy-setting",
                label = "POLICY.NAME=VALUE",
                help =
                        "Algorithm setting of one policy, such as red.learning-rate=1e-3; repeatable. Each then has its learner.")
        Map<String, String> policySettings,

        @Setting(
                defaultValue = "none",
                type = StepTimeType.class,
                group = "Pipeline",
                decidesBits = false,
                help =
                        "Makes every step take a drawn time: exponential:5ms, gamma(0.5):2ms:burn or trace:times.csv, for "
                                + "example; none: the environment's own.")
        StepTime stepTime,

        @Setting(defaultValue = "1", help = "Root of all randomness: equal seeds and settings give equal bits.")
        long seed,

        @Setting(
                defaultValue = "500000",
                unit = "steps",
                onFork = true,
                help = "Environment steps over all replicas, rounded up to whole intervals.")
        long totalTimesteps,

        OpponentConfig opponents,
        PipelineConfig pipeline,

        @Setting(
                defaultValue = "1",
                label = "S",
                group = "Network",
                range = "[1, 64]",
                remedy = "give 4 for Atari, 1 for vector observations",
                help = "Observations that the network sees at once, the newest and those before it in the episode; "
                        + "stored once each.")
        int frameStack,

        NetworkConfig network,
        AlgorithmConfig algorithm,

        @Setting(
                defaultValue = "false",
                decidesBits = false,
                help = "Runs although the self-check finds bits that depend on batches or repetitions.")
        boolean allowNondeterminism,

        @Setting(
                type = PlansType.class,
                defaultValue = PlansType.NONE,
                label = "N@K,...",
                help = "Until interval K, values were annealed over N steps. 'hts resume --total-timesteps' writes it.")
        List<AnnealingHorizon.Earlier> annealedOver,

        @Setting(
                type = EarlierValue.Type.class,
                defaultValue = PlansType.NONE,
                label = "NAME=VALUE@K",
                help = "Until interval K, the setting had this value. 'hts fork' writes it.")
        List<EarlierValue> earlierSettings,

        InitialParameters initial,
        RecordingSource recording,
        Supplier<? extends Environment> maker) {

    static final String POLICY_SETTING = "--policy-setting";

    /** Returns the same run with another pipeline, for example with other threads. */
    public RunConfig with(PipelineConfig newPipeline) {
        return RunConfigBuilder.builder(this).pipeline(newPipeline).build();
    }

    /** Returns the same run with other settings of the algorithm. */
    public RunConfig with(AlgorithmConfig newAlgorithm) {
        return RunConfigBuilder.builder(this).algorithm(newAlgorithm).build();
    }

    /** Returns the same run with other settings of its environment. */
    public RunConfig withEnvOptions(Map<String, String> newEnvOptions) {
        return RunConfigBuilder.builder(this).envOptions(newEnvOptions).build();
    }

    /** Returns the same run, whose replicas are one seat of a game; their opponents play at random at first. */
    public RunConfig inSeats() {
        OpponentConfig seats = new OpponentConfig(OpponentConfig.Rule.LATEST, opponents.every());
        return opponents.enabled()
                ? this
                : RunConfigBuilder.builder(this).opponents(seats).build();
    }

    /** Returns the parameter updates per environment step; empty where it is unknown, or each policy has its own. */
    public Optional<Ratio> updatesPerStep() {
        return learnsApart() ? Optional.empty() : algorithm.updatesPerStep(pipeline);
    }

    /** Returns the same run in a program's own environment. */
    public RunConfig in(Supplier<? extends Environment> newMaker) {
        return RunConfigBuilder.builder(this).maker(newMaker).build();
    }

    /** Returns whether each policy of several has a learner of its own, rather than one that steps on the mean loss. */
    public boolean learnsApart() {
        return !policies.equals(EnvironmentSource.SHARED)
                && (!policySettings.isEmpty()
                        || network.memory().memory() != MemoryConfig.Kind.NONE
                        || !network.normalization().equals(ObservationNormalization.NONE));
    }

    /** Returns the settings of the algorithm for a policy; needs a checked configuration. */
    public AlgorithmConfig algorithm(String policy) {
        return algorithm(policy, new Violations());
    }

    AlgorithmConfig algorithm(String policy, Violations violations) {
        Map<String, String> own = new TreeMap<>();
        String prefix = policy + ".";
        policySettings.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                own.put(name.substring(prefix.length()), value);
            }
        });
        return own.isEmpty() ? algorithm : (AlgorithmConfig) RecordSettings.with((Record) algorithm, own, violations);
    }

    /** Returns a source of replicas of the environment, at their own speed; opponents play at random at first. */
    public EnvironmentSource environments() {
        EnvironmentSource source =
                maker == null ? EnvironmentSource.named(env, envOptions) : EnvironmentSource.of(env, maker);
        if (maker instanceof ServedSpaces) {
            return source; // nothing is left to select
        }
        return (opponents.enabled() ? source.viewed(SeatEnvironment::of) : source)
                .wrapped(made -> ObservedElements.of(made, observe))
                .with(policies);
    }

    /** Lets a pool play the other seats; its members explore as at the end of the run. */
    public void connect(SeatEnvironment seat, OpponentPool pool, Policy acting, ActionHead head) {
        seat.connect(pool, acting, head, () -> algorithm.selector(head, 0, 1, AnnealingHorizon.of(0)));
    }

    /** Returns a replica's environment with the run's step times. */
    public Environment timed(Environment environment, RandomStream root, int index) {
        return stepTime == null
                ? environment
                : new VariableStepTime(
                        environment, stepTime, root.spawn("step-time").spawn(index));
    }

    /** Returns a source of the replicas that a rollout steps: idle ones, where the run learns from recorded steps. */
    public EnvironmentSource rolloutEnvironments() {
        return recording == null ? environments() : RecordingSource.idle(env, ask(Environment::spec));
    }

    /** Returns the same run with other recorded steps. */
    public RunConfig learningFrom(RecordingSource newRecording) {
        return RunConfigBuilder.builder(this).recording(newRecording).build();
    }

    /**
     * Reads the recorded steps, and returns the same checked run with them and a memory that holds them.
     *
     * @throws ConfigurationException when they cannot be read, do not fit, or are missing
     */
    public RunConfig withRecordingRead() {
        Algorithm service = Algorithms.of(algorithm);
        Violations.require(
                recording != null || !service.needsRecording(),
                RecordingFormat.SETTING,
                null,
                "must be given for " + service.name() + ", which learns from recorded steps",
                "give a run that 'hts record' has recorded, or a Minari dataset");
        if (recording == null) {
            return this;
        }
        RecordingSource read = recording.read(ask(Environment::spec));
        Replaying replaying = (Replaying) algorithm;
        int size = read.bufferSize(frameStack, replaying.replay().nStep());
        long least = replaying.leastBufferSize(pipeline, frameStack);
        return learningFrom(read).with(replaying.withBufferSize(Math.toIntExact(Math.max(size, least))));
    }

    /** Returns a run of another length at the environment's own speed. */
    public RunConfig atOwnSpeed(long newTotalTimesteps) {
        return RunConfigBuilder.builder(this)
                .stepTime(null)
                .totalTimesteps(newTotalTimesteps)
                .build();
    }

    /**
     * Returns the same run, extended to {@code newTotalTimesteps} after {@code interval} intervals. Without annealing
     * this is the run that has them from the start. Annealed values stay as they were until that interval, and are
     * annealed over the new total afterwards.
     */
    public RunConfig continuedAt(long interval, long newTotalTimesteps) {
        List<AnnealingHorizon.Earlier> before = new ArrayList<>(asOf(interval).annealedOver);
        long total = asOf(interval).totalTimesteps;
        if (total != newTotalTimesteps && !algorithm.annealed().isEmpty()) {
            before.add(new AnnealingHorizon.Earlier(interval, total));
        }
        return planning(newTotalTimesteps, before);
    }

    /** Returns the interval of the last fork; 0 without one. */
    public long forkedAt() {
        return earlierSettings.stream().mapToLong(EarlierValue::until).max().orElse(0);
    }

    /** Returns the configuration that this run had at {@code interval}, before later extensions. */
    public RunConfig asOf(long interval) {
        return planning(
                new AnnealingHorizon(totalTimesteps, annealedOver).before(interval),
                annealedOver.stream().filter(part -> part.until() < interval).toList());
    }

    /** Returns the same run with another number of timesteps. */
    public RunConfig lasting(long newTotalTimesteps) {
        return planning(newTotalTimesteps, annealedOver);
    }

    private RunConfig planning(long newTotalTimesteps, List<AnnealingHorizon.Earlier> newAnnealedOver) {
        return RunConfigBuilder.builder(this)
                .totalTimesteps(newTotalTimesteps)
                .annealedOver(newAnnealedOver)
                .build();
    }

    /** Returns the same run from other initial parameters, such as learnt ones. Its optimizer starts anew. */
    public RunConfig startingFrom(InitialParameters newInitial) {
        return RunConfigBuilder.builder(this).initial(newInitial).build();
    }

    /** @throws io.htsrl.core.error.ConfigurationException with everything that is wrong */
    public RunConfig check() {
        Violations violations = new Violations();
        new RunCheck(this, violations).run();
        violations.throwIfAny();
        return this;
    }

    /**
     * Refuses a run that would fail, perhaps hours later, for lack of its backend, of memory or of threads. Needs a
     * checked configuration.
     *
     * @throws ConfigurationException with what is needed, what is available, and what would fit
     */
    public void checkCapacity(Limits limits) {
        if (pipeline.backend() != Backend.JVM) {
            ComputeBackend.of(pipeline.backend());
        }
        RunNeeds needs = ask(made -> new RunNeeds(pipeline, algorithm, network, frameStack, made.spec()))
                .withOpponents(opponents.members(intervals()));
        new CapacityCheck(learnsApart() ? needs.apart() : needs, limits).throwIfTooLarge();
    }

    /** Returns the bytes of the replay memory at the end of the run; needs a checked configuration. */
    public double finalReplayBytes() {
        return ask(made -> new RunNeeds(pipeline, algorithm, network, frameStack, made.spec()))
                .replayBytes(totalTimesteps);
    }

    /**
     * Returns the head that reads output rows as actions in environments of {@code spec}; needs a checked
     * configuration.
     */
    public ActionHead head(EnvironmentSpec spec) {
        return algorithm.head(spec, network, frameStack, pipeline.syncInterval());
    }

    /** Returns the network that acts in environments of {@code spec}; needs a checked configuration. */
    public PolicyNetwork policy(EnvironmentSpec spec) {
        PolicyNetwork actor = Networks.create(
                algorithm.withOwnLayers(network),
                spec.observationSpace(),
                frameStack,
                FirstHead.of(head(spec)),
                algorithm.heads());
        return algorithm.complete(actor, network, spec, frameStack);
    }

    /** Returns the index of the policy of each agent of an environment; a single 0 for one without agents. */
    public List<Integer> policiesOf(Environment made) {
        return made.agents().map(agents -> agents.policies(policies)).orElse(List.of(0));
    }

    /**
     * Returns the selection of an environment's actions.
     *
     * @param policy index of the policy that acts in it; 0 where all agents have one
     */
    public ActionSelector selector(ActionHead head, int environment, EnvironmentSpec spec, int policy) {
        List<String> names = spec.observationSpace().policies();
        AlgorithmConfig own = names.isEmpty() ? algorithm : algorithm(names.get(policy));
        return own.selector(head, environment, pipeline.numEnvs(), horizon().times(pipeline.syncInterval()));
    }

    /**
     * Returns the shape of the bank that is learnt from, for environments of {@code spec}; needs a checked
     * configuration.
     */
    public BankShape bankShape(EnvironmentSpec spec) {
        PolicyNetwork policy = policy(spec);
        return new BankShape(
                pipeline.syncInterval(),
                pipeline.columns(),
                spec.observationSpace(),
                frameStack,
                spec.actionSpace().width(),
                policy.outputWidth(),
                spec.scored(),
                policy.memorySize());
    }

    /** Returns the tensors of that network; creates an environment for its spaces. Needs a checked configuration. */
    public List<Tensor> tensors() {
        return ask(made -> policy(made.spec()).tensors());
    }

    /** Applies {@code question} to a throw-away environment; {@code --step-timeout} holds. */
    public <T> T ask(Function<Environment, T> question) {
        Duration limit = pipeline.stepTimeout();
        return Watchdog.ask(limit.isNegative() ? Duration.ZERO : limit, environments(), question);
    }

    /** Returns whether equal settings must give equal bits; settings that would prevent it are refused then. */
    public boolean promised() {
        return pipeline.schedule().deterministic() && !allowNondeterminism;
    }

    /** Returns the reason why no run of these settings gives the bits of another; empty where equal ones can. */
    public Optional<String> unpromised() {
        if (!pipeline.schedule().deterministic()) {
            return Optional.of("--schedule " + pipeline.schedule());
        }
        return algorithm.growsBatches() ? Optional.of("--adapt-batch") : Optional.empty();
    }

    /** Returns the number of intervals with a rollout: enough to take {@link #totalTimesteps}. */
    public long intervals() {
        return intervals(totalTimesteps);
    }

    private long intervals(long timesteps) {
        int perInterval = pipeline.stepsPerInterval();
        return timesteps / perInterval + (timesteps % perInterval == 0 ? 0 : 1);
    }

    /** Returns {@link #intervals}, as planned in each interval. */
    public AnnealingHorizon horizon() {
        return new AnnealingHorizon(
                intervals(),
                annealedOver.stream()
                        .map(part -> new AnnealingHorizon.Earlier(part.until(), intervals(part.planned())))
                        .toList());
    }
}

package io.htsrl.trainer.config;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.RecordSettings;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.AlgorithmConfig;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.offpolicy.ActorCritics;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.acting.TableConfig;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.ObservationNormalization;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.recording.RecordingFormat;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Reports everything that is wrong with a run at once. One thread, one run. */
final class RunCheck {
    /** Elements that a row is padded to; a JVM's arrays end some elements before 2^31. */
    private static final int ALIGNMENT = 64;

    private static final String FROM = RecordingFormat.SETTING;

    private final RunConfig config;
    private final PipelineConfig pipeline;
    private final AlgorithmConfig algorithm;
    private final Violations violations;

    /** @param violations receives what is wrong */
    RunCheck(RunConfig config, Violations violations) {
        this.config = config;
        this.pipeline = config.pipeline();
        this.algorithm = config.algorithm();
        this.violations = violations;
    }

    void run() {
        long total = config.totalTimesteps();
        violations.check(total >= 1, "--total-timesteps", total, "must be at least 1", "give 100000, for example");
        pipeline.check(violations);
        violations.check(
                total < 1 || !pipeline.hasSteps() || wholeIntervals(),
                "--total-timesteps",
                total,
                "must be at most " + Long.MAX_VALUE + " when rounded up to whole intervals of " + pipeline.columns()
                        + " x " + pipeline.syncInterval() + " steps",
                "give 1e15, for example");
        checkAnnealedOver();
        RecordSettings.check(config, violations);
        config.network().check(violations);
        algorithm.check(pipeline, config.frameStack(), violations);
        algorithm.checkNetwork(config.network(), violations);
        violations.check(
                !config.network().torso().normalizesBatches()
                        || Algorithms.of(algorithm).learnsStatistics(),
                "--batch-norm",
                true,
                "must be false for " + algorithm.algorithm() + ", which learns no statistics of batches",
                "leave it out");
        checkMemory();
        checkRecording();
        checkSchedule();
        checkBatches();
        checkOpponents();
        checkEnvironment();
    }

    /** Checks self-play; environments that do not fit refuse themselves. */
    private void checkOpponents() {
        if (!config.opponents().enabled()) {
            return;
        }
        String setting = !pipeline.schedule().barrier()
                ? "--schedule " + pipeline.schedule()
                : pipeline.restartEnvironments()
                        ? "--restart-environments"
                        : config.frameStack() > 1
                                ? "--frame-stack " + config.frameStack()
                                : config.observe().isEmpty() ? "" : "--observe";
        violations.check(
                setting.isEmpty(),
                "--opponents",
                config.opponents().opponents(),
                "is not for " + setting + " in this version",
                "leave one of them out");
    }

    private void checkMemory() {
        MemoryConfig memory = config.network().memory();
        if (memory.memory() == MemoryConfig.Kind.NONE) {
            return;
        }
        violations.check(
                Algorithms.of(algorithm).learnsSequences(),
                "--memory",
                memory.memory(),
                "must be none for " + algorithm.algorithm() + ", which learns from single steps in this version",
                "leave it out, or choose --algo ppo, a2c or dqn");
        violations.check(
                !(config.network().torso() instanceof TableConfig),
                "--memory",
                memory.memory(),
                "must be none with --network table",
                "choose --network mlp");
        violations.check(
                !pipeline.hasSteps()
                        || !Algorithms.of(algorithm).sharesRows()
                        || algorithm.minibatch(pipeline) % pipeline.syncInterval() == 0,
                "--memory",
                memory.memory(),
                "needs minibatches of whole rollouts of " + pipeline.syncInterval() + " steps, not "
                        + algorithm.minibatch(pipeline) + " steps",
                "choose a --num-minibatches that divides --num-envs");
    }

    /** Checks a run that learns from recorded steps. */
    private void checkRecording() {
        if (config.recording() == null) {
            return; // an algorithm that needs one is refused when it is read
        }
        if (!(algorithm instanceof Replaying replaying)) {
            String rule =
                    "is for algorithms that learn from a replay memory, which " + algorithm.algorithm() + " has not";
            violations.add(FROM, config.recording().file(), rule, "choose --algo bc, td3 or dqn");
            return;
        }
        MemoryConfig.Kind memory = config.network().memory().memory();
        Schedule schedule = pipeline.schedule();
        Object sampler = replaying.table().sampler();
        checkIdle(pipeline.numEnvs() == 1, "--num-envs", pipeline.numEnvs(), "1");
        checkIdle(schedule.barrier(), "--schedule", schedule, "hts, sync or serial");
        checkIdle(replaying.table().isUsual(), "--replay-sampler", sampler, "auto, without --max-times-sampled");
        checkIdle(memory == MemoryConfig.Kind.NONE, "--memory", memory, "none");
        checkIdle(normReward().equals(false), "--norm-reward", normReward(), "false");
    }

    private void checkIdle(boolean holds, String setting, Object value, String only) {
        String rule = "must be " + only + " with --from, for which nothing is collected";
        violations.check(holds, setting, value, rule, "leave it out");
    }

    private void checkSchedule() {
        Schedule schedule = pipeline.schedule();
        Algorithm service = Algorithms.of(algorithm);
        if (!service.runsUnder(schedule)) {
            violations.add(
                    "--schedule",
                    schedule,
                    "must not be " + schedule + " for " + service.name() + " in this version",
                    "choose " + Suggestions.oneOf(Algorithms.names(other -> other.runsUnder(schedule)))
                            + ", or --schedule "
                            + Stream.of(Schedule.values())
                                    .filter(service::runsUnder)
                                    .findFirst()
                                    .orElseThrow());
        } else if (schedule.sharesParameters()) {
            checkShared("--optimizer", algorithm.optimizer().kind(), OptimizerConfig.Kind.RMSPROP);
            checkShared("--norm-obs", !config.network().normalization().equals(ObservationNormalization.NONE), false);
            checkShared("--norm-reward", normReward(), false);
        }
    }

    /** Checks a setting of learners that share their parameters, and no statistics but those of RMSprop. */
    private void checkShared(String setting, Object value, Object only) {
        violations.check(
                value.equals(only),
                setting,
                value.toString().toLowerCase(Locale.ROOT),
                "must be " + only.toString().toLowerCase(Locale.ROOT) + " with --schedule " + pipeline.schedule()
                        + ", whose workers share parameters and RMSprop's statistics alone",
                "leave it out, or choose --schedule " + Schedule.HTS);
    }

    private Object normReward() {
        return RecordSettings.values((Record) algorithm).getOrDefault("norm-reward", false);
    }

    /**
     * Checks {@code --adapt-batch}: batches that grow by the clock break the promise of equal bits for equal settings.
     */
    private void checkBatches() {
        if (!algorithm.growsBatches()) {
            return;
        }
        violations.check(
                !pipeline.schedule().oneThread(),
                "--adapt-batch",
                true,
                "is for schedules with a thread that learns, which --schedule " + pipeline.schedule() + " has not",
                "remove it, or choose --schedule " + pipeline.schedule().concurrent());
        violations.check(
                !config.promised(),
                "--adapt-batch",
                true,
                "lets this machine's speed decide what is learnt, and equal settings are to give equal bits",
                "add --allow-nondeterminism, or choose --schedule " + Schedule.ASYNC);
    }

    private void checkAnnealedOver() {
        long last = 0;
        for (AnnealingHorizon.Earlier part : config.annealedOver()) {
            violations.check(
                    part.planned() >= 1 && part.until() > last,
                    "--annealed-over",
                    part.planned() + "@" + part.until(),
                    "must be steps and an interval, at least 1 each, intervals " + "rising",
                    "leave it as 'hts resume --total-timesteps' wrote it");
            last = part.until();
        }
    }

    /** Returns whether the number of the run's last step fits its type. */
    private boolean wholeIntervals() {
        return config.intervals() <= Long.MAX_VALUE / pipeline.stepsPerInterval();
    }

    private void checkEnvironment() {
        try {
            Agents agents = config.ask(made -> {
                check(made.spec());
                checkPolicies(made.spec().observationSpace());
                made.agents().ifPresent(all -> checkSettings(all, made.spec()));
                return made.agents().orElse(null);
            });
            if (agents != null) {
                check(agents);
            }
        } catch (ConfigurationException e) {
            violations.addAll(e);
        }
    }

    private void check(EnvironmentSpec spec) {
        Algorithm service = Algorithms.of(algorithm);
        checkActions(service, spec.actionSpace());
        checkObservations(service, spec.observationSpace());
        if (service.learnsFrom(spec.observationSpace())) { // else the network would report it again
            for (int policy = 0;
                    policy < Math.max(1, spec.observationSpace().spaces().size());
                    policy++) {
                config.network().check(spec.ofPolicy(policy).observationSpace(), config.frameStack(), violations);
            }
        }
        double elements = (pipeline.syncInterval() + (double) config.frameStack())
                * pipeline.slabColumns()
                * spec.observationSpace().size();
        String columns = pipeline.async() == null ? "--num-envs" : "(--num-envs + --async-queue)";
        violations.check(
                !pipeline.hasSteps() || elements <= Integer.MAX_VALUE,
                columns + " x --sync-interval",
                Math.round(elements),
                "must give at most " + Integer.MAX_VALUE + " elements of observations in an interval",
                "lower one of them");
        violations.check(
                config.recording() == null || spec.observationSpace().mask() == 0,
                FROM,
                config.env(),
                "is for environments without a mask of actions, which no recording holds",
                "leave it out");
        violations.check(
                spec.observationSpace().spaces().isEmpty() || config.head(spec).repeatedOutputs() == 0,
                "--use-sde",
                true,
                "is for policies with equal spaces in this version",
                "leave it out");
        checkSizes(spec);
    }

    /** Checks a run of several agents in one environment, each of which is one of {@code --num-envs}. */
    private void check(Agents agents) {
        int count = agents.count();
        int below = pipeline.numEnvs() / count * count;
        violations.check(
                pipeline.numEnvs() % count == 0,
                "--num-envs",
                pipeline.numEnvs(),
                "must be a multiple of " + count + ", since each agent of " + config.env() + " is one of them ("
                        + String.join(", ", agents.names()) + ")",
                "give " + (below == 0 ? count : below + " or " + (below + count)));
        violations.check(
                pipeline.schedule().barrier(),
                "--schedule",
                pipeline.schedule(),
                "must have a barrier for several agents in one environment, which wait for each other",
                "choose --schedule " + Schedule.HTS);
        violations.check(
                !pipeline.restartEnvironments() && config.stepTime() == null,
                pipeline.restartEnvironments() ? "--restart-environments" : "--step-time",
                null,
                "is for environments of one agent in this version, and " + config.env() + " has " + count,
                "leave it out");
    }

    /** Checks the settings of each policy, by the rollouts that its own learner gets. */
    private void checkSettings(Agents agents, EnvironmentSpec spec) {
        List<String> names = spec.observationSpace().policies();
        for (Map.Entry<String, String> each : config.policySettings().entrySet()) {
            violations.check(
                    names.stream().anyMatch(name -> each.getKey().startsWith(name + ".")),
                    RunConfig.POLICY_SETTING,
                    each.getKey() + "=" + each.getValue(),
                    names.isEmpty()
                            ? "is for agents with different policies"
                            : "must begin with one of the policies " + String.join(", ", names) + ", and a dot",
                    names.isEmpty() ? "give --policies separate, too" : "give " + names.get(0) + "." + each.getKey());
        }
        if (!config.learnsApart() || names.isEmpty() || !violations.isEmpty()) {
            return;
        }
        PolicyNetwork network = config.policy(spec);
        violations.check(
                network.actor() == network && !algorithm.growsBatches(),
                RunConfig.POLICY_SETTING,
                null,
                "is not for --noisy-sigma and --adapt-batch in this version, nor are --memory and --norm-obs with --policies",
                "leave one of them out");
        List<Integer> policies = agents.policies(config.policies());
        for (int policy = 0; policy < names.size(); policy++) {
            int columns = pipeline.numEnvs() / agents.count() * Collections.frequency(policies, policy);
            Violations found = new Violations();
            AlgorithmConfig own = config.algorithm(names.get(policy), found);
            own.check(pipeline.withNumEnvs(columns), config.frameStack(), found);
            own.annealed().stream()
                    .filter(value -> algorithm.annealed().isEmpty())
                    .forEach(value -> found.add(
                            "--" + value.replace(' ', '-'),
                            "a schedule",
                            "must be constant in a run that anneals nothing else",
                            "give a number"));
            String prefix = names.get(policy) + ".";
            found.list()
                    .forEach(each -> violations.add(
                            RunConfig.POLICY_SETTING,
                            prefix + each.setting().replaceFirst("--", "") + "=" + each.value(),
                            each.rule(),
                            each.remedy()));
        }
    }

    /** Checks {@code --policies}, which an environment of several agents has checked where it was made. */
    private void checkPolicies(ObservationSpace observations) {
        if (config.policies().equals(EnvironmentSource.SHARED)) {
            return;
        }
        NetworkConfig network = config.network();
        boolean one = observations.policies().isEmpty();
        violations
                .check(
                        !one,
                        "--policies",
                        config.policies(),
                        "is for several agents in one environment, and " + config.env() + " has one",
                        "leave it out")
                .check(
                        one || !(algorithm instanceof ActorCritics),
                        "--policies",
                        config.policies(),
                        "must be shared for " + algorithm.algorithm()
                                + ", whose critics all agents share in this version",
                        "choose --algo ppo, a2c or dqn")
                .check(
                        one || !(network.torso() instanceof TableConfig),
                        "--policies",
                        config.policies(),
                        "must be shared with --network table in this version",
                        "leave that out");
    }

    private void checkActions(Algorithm service, ActionSpace actions) {
        if (!service.actsIn(actions)) {
            List<String> others = Algorithms.names(other -> other.actsIn(actions) && !other.needsRecording());
            violations.add(
                    "--env",
                    config.env(),
                    "must have " + service.actionSpaces() + " for " + service.name() + " in this version, and has "
                            + actions,
                    (others.isEmpty() ? "choose another environment" : "choose --algo " + Suggestions.oneOf(others))
                            + "; 'hts envs' lists what fits");
        } else {
            algorithm.checkActions(actions, violations);
        }
    }

    private void checkObservations(Algorithm service, ObservationSpace observations) {
        violations.check(
                service.learnsFrom(observations),
                "--env",
                config.env(),
                "must have " + service.observationSpaces() + " for " + service.name() + ", and has " + observations,
                "choose another algorithm, or an environment that fits; 'hts envs' lists them");
        // served spaces hold no reward of goals: the environment was checked when the run began
        if (algorithm instanceof Replaying replaying && !(config.maker() instanceof ServedSpaces)) {
            replaying.replay().draws().hindsight().check(observations, violations);
        }
    }

    /**
     * Checks that rows fit one array each: a policy's outputs in an interval, each layer's in a minibatch, and actions
     * and states in a replay memory.
     */
    private void checkSizes(EnvironmentSpec spec) {
        if (!violations.isEmpty()) {
            return; // sizes of a wrong run are meaningless
        }
        FirstHead first = FirstHead.of(config.head(spec));
        NetworkSize size = algorithm.size(config.network(), spec, config.frameStack());
        config.network().checkSize(size, violations);
        if (violations.isEmpty()) {
            algorithm.checkSize(config.network(), spec, config.frameStack(), violations);
        }
        if (config.initial() != null && violations.isEmpty()) {
            config.initial().check(config.policy(spec).parameterCount(), violations);
        }
        long outputs = pipeline.syncInterval()
                * pipeline.slabColumns()
                * algorithm.heads().outputWidth(first.outputs());
        long minibatch = algorithm.minibatch(pipeline);
        long rows = Math.max(outputs, minibatch * (size.widest() + ALIGNMENT));
        violations.check(
                rows <= Integer.MAX_VALUE - ALIGNMENT,
                "--num-envs x --sync-interval",
                pipeline.numEnvs() + " x " + pipeline.syncInterval(),
                "must give at most " + Integer.MAX_VALUE
                        + " floats of one layer in a minibatch and of outputs in an interval, and gives " + rows,
                "lower one of them" + (algorithm instanceof Replaying ? ", or --batch-size" : ""));
        if (algorithm instanceof Replaying replaying && violations.isEmpty()) {
            long longest = replaying.memory(config.bankShape(spec)).longestArray();
            violations.check(
                    longest <= Integer.MAX_VALUE - ALIGNMENT,
                    "--buffer-size",
                    replaying.bufferSize(),
                    "must keep at most " + (Integer.MAX_VALUE - ALIGNMENT)
                            + " floats of actions, and of recurrent states, and keeps " + longest,
                    "give a lower one"
                            + (replaying.sequences(1).stateSize() == 0 ? "" : ", or a higher --sequence-period"));
        }
    }
}

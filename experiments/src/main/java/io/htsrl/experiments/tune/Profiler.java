package io.htsrl.experiments.tune;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.environments.wrapper.StepTimeSampler;
import io.htsrl.environments.wrapper.VariableStepTime;
import io.htsrl.experiments.steps.StepProbe;
import io.htsrl.experiments.tune.RoleCosts.ForwardCost;
import io.htsrl.experiments.tune.RoleCosts.HandOver;
import io.htsrl.experiments.tune.RoleCosts.LearnerCost;
import io.htsrl.experiments.tune.RoleCosts.StepCost;
import io.htsrl.experiments.tune.ThroughputModel.Workload;
import io.htsrl.experiments.tune.Tuning.MeasuringTimes;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.evaluation.Sample;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Measures the costs of a run's roles on this machine by short runs. They use the environment's own speed and one
 * executor that serves itself, so that roles disturb each other as little as possible. One thread.
 */
final class Profiler {
    private static final int MOST_ENVIRONMENTS = 64;
    private static final int MOST_STEPS = 200_000;
    private static final int DRAWS = 20_000;
    private static final RandomStream DRAWN = RandomStream.root(1).spawn("step-profile");

    private final RunConfig config;
    private final Workload load;
    private final MeasuringTimes times;
    private final SortedMap<Double, Double> forwards = new TreeMap<>();
    private double share = 1; // fraction of the processor time that the learner wanted

    /** @param config an endless run */
    Profiler(RunConfig config, Workload load, MeasuringTimes times) {
        this.config = config;
        this.load = load;
        this.times = times;
    }

    /** Measures all costs in about ten seconds, or more where intervals are long. */
    Profile measure() throws TrainingFailedException, InterruptedException {
        RunConfig own = atOwnSpeed(config);
        int n = load.environments();
        warmUp(own, selfServing(n, 1));
        TimedRun base = run(own, selfServing(n, 1));
        share = config.pipeline().backend() == Backend.JVM ? share(base) : 1; // others wait for external devices
        Map<Integer, Double> learner = new TreeMap<>();
        learner.put(1, learnerSeconds(base));
        double executor = executorSeconds(base);
        for (TunedSettings shared : shared(n)) {
            TimedRun run = run(own, shared);
            if (shared.learners() > 1) {
                learner.put(shared.learners(), shared(learnerSeconds(run), base, learner.get(1), shared.learners()));
            }
        }
        RoleCosts costs = new RoleCosts(
                stepCost(executor, collectedSeconds(base)),
                ForwardCost.fitted(forwards),
                LearnerCost.of(learner),
                handOvers(),
                0);
        return new Profile(costs.withSwap(swap(costs, executor, base)), forwards, share);
    }

    /** Runs until the speed no longer grows. Compilation depends on the network and on the machine's other load. */
    private void warmUp(RunConfig own, TunedSettings settings) throws TrainingFailedException, InterruptedException {
        long begun = System.nanoTime();
        double before = 0;
        double now = TimedRun.of(own, settings, times.warmUp().window()).stepsPerSecond();
        while (times.warmUp().goesOn((System.nanoTime() - begun) / 1e9, before, now)) {
            before = now;
            now = TimedRun.of(own, settings, times.warmUp().window()).stepsPerSecond();
        }
    }

    private static RunConfig atOwnSpeed(RunConfig run) {
        return run.stepTime() == null ? run : run.atOwnSpeed(Tuning.ENDLESS);
    }

    /** Returns the seconds of an interval of another run whose learner is alone. */
    double learnerSeconds(RunConfig other) throws TrainingFailedException, InterruptedException {
        RunConfig own = atOwnSpeed(other);
        return learnerSeconds(TimedRun.of(own, selfServing(own.pipeline().numEnvs(), 1), times.profile()));
    }

    /**
     * Returns settings with one executor, or one for each process of remote environments, which keeps the processes
     * busy.
     */
    private TunedSettings selfServing(int batch, int learners) {
        int processes = Environments.processes(config.env(), config.envOptions());
        int executors = Math.max(1, Math.min(processes, load.environments()));
        return new TunedSettings(executors, 0, batch, WaitMode.PHASED, learners);
    }

    /** Returns the further runs: with more learners, and with smaller batches at the same time. */
    private List<TunedSettings> shared(int n) {
        List<TunedSettings> runs = new ArrayList<>();
        int batch = 1;
        for (int learners = 2; learners <= Math.min(8, load.cores()); learners *= 2) {
            if (config.pipeline().backend() == Backend.JVM) {
                runs.add(selfServing(batch, learners));
                batch = batch == 1 ? Math.max(1, n / 4) : Math.max(1, n / 2);
            }
        }
        if (runs.isEmpty()) {
            runs.add(selfServing(1, 1));
        }
        return runs;
    }

    private TimedRun run(RunConfig own, TunedSettings settings) throws TrainingFailedException, InterruptedException {
        TimedRun run = TimedRun.of(own, settings, times.profile());
        double batches = run.use().batches();
        double seconds = role(run, "actor").busySeconds() * got(run) / batches;
        if (batches > 0 && seconds > 0) { // clocks are read slightly late, and a window may be a single interval
            forwards.merge(run.use().states() / batches, seconds, Math::min);
        }
        return run;
    }

    /** Returns the fraction of the executor's work time that it really had its core. */
    private static double got(TimedRun run) {
        double busy = role(run, "executor").busySeconds() + role(run, "actor").busySeconds();
        double processor = run.cpu().of("executor");
        return busy > 0 && processor > 0 ? Math.min(1, processor / busy) : 1;
    }

    /** Returns the executor's seconds per step; the number of steps equals that of states served. */
    private static double executorSeconds(TimedRun run) {
        return role(run, "executor").busySeconds()
                * got(run)
                / Math.max(1, run.use().states());
    }

    /** Returns the seconds per step of all executors together, including waits for environments. */
    private static double collectedSeconds(TimedRun run) {
        TimeUse.Role executor = role(run, "executor");
        return (executor.busySeconds() + executor.waitSeconds() - executor.barrierSeconds())
                / Math.max(1, executor.threads())
                / Math.max(1, run.use().states());
    }

    /**
     * Returns the learner's seconds without the time that other threads took on its core, since a lone learner does not
     * wait during its work.
     */
    private double learnerSeconds(TimedRun run) {
        double busy = role(run, "learner").busySeconds();
        return busy * share / run.intervals();
    }

    private static double share(TimedRun run) {
        double busy = role(run, "learner").busySeconds();
        double processor = run.cpu().of("learner");
        return busy > 0 && processor > 0 ? Math.min(1, processor / busy) : 1;
    }

    private static TimeUse.Role role(TimedRun run, String name) {
        return run.use().roles().getOrDefault(name, new TimeUse.Role(0, 0, 0, 0, 0));
    }

    /**
     * Inverts Equation 6. Executors help only once they wait, so the work took longer than with all threads from the
     * start.
     */
    private double shared(double seconds, TimedRun base, double alone, int learners) {
        double rollout = 0;
        if (!load.schedule().lockstep()) {
            rollout =
                    (role(base, "executor").busySeconds() + role(base, "actor").busySeconds())
                            * got(base)
                            / Math.max(1, base.use().states())
                            * load.steps();
        }
        double pure = rollout < alone ? (seconds - rollout) / (1 - rollout / alone) : seconds;
        return Math.max(alone / learners, pure);
    }

    /** Returns the time of the first run beyond the model's time of its roles. */
    private double swap(RoleCosts costs, double executor, TimedRun base) {
        StepCost step = costs.step().elsewhere() || config.stepTime() == null
                ? costs.step()
                : new StepCost(executor, executor, 0);
        RoleCosts ofBase = new RoleCosts(step, costs.forward(), costs.learner(), costs.handOvers(), 0);
        TunedSettings settings = selfServing(load.environments(), 1);
        double said = new ThroughputModel(load, ofBase).of(settings).interval();
        return Math.max(0, share * base.seconds() / base.intervals() - said);
    }

    /**
     * Measures the cost of handing work from an executor to an actor and back, for each wait mode. It uses the rings of
     * a real run, in which both take turns, and an environment with nearly free steps.
     */
    private Map<WaitMode, HandOver> handOvers() throws TrainingFailedException, InterruptedException {
        int n = Math.min(load.environments(), MOST_ENVIRONMENTS);
        String flags = "--algo ppo --env CartPole-v1 --schedule sync --sync-interval 64 --update-epochs 1 "
                + "--num-minibatches 1 --num-envs " + n;
        RunConfig rings = Hts.configure(flags.split(" ")).lasting(Tuning.ENDLESS);
        Map<WaitMode, HandOver> handOvers = new EnumMap<>(WaitMode.class);
        for (WaitMode mode : WaitMode.values()) {
            handOvers.put(mode, handOver(TimedRun.of(rings, new TunedSettings(1, 1, n, mode, 1), times.handOver())));
        }
        return handOvers;
    }

    private static HandOver handOver(TimedRun run) {
        TimeUse.Role executor = role(run, "executor");
        TimeUse.Role actor = role(run, "actor");
        double waited = executor.waitSeconds() - executor.barrierSeconds();
        double latency = Math.max(0, waited - actor.busySeconds())
                / Math.max(1, run.use().batches())
                / 2;
        double processor = run.cpu().of("executor") + run.cpu().of("actor");
        double spun = processor - executor.busySeconds() - actor.busySeconds();
        double waits = executor.waitSeconds() + actor.waitSeconds();
        return new HandOver(latency, waits > 0 ? Math.max(0, Math.min(1, spun / waits)) : 0);
    }

    /**
     * Measures the cost of a step of the run's environment with a single replica, drawn step times included.
     *
     * @param executor an executor's seconds for each step, measured in a run
     * @param collected seconds per step of a run without forwards
     */
    private StepCost stepCost(double executor, double collected) {
        StepTime drawn = config.stepTime();
        boolean remote = config.environments().ask(environment -> environment instanceof RemoteEnvironment);
        StepProbe probe = config.environments()
                .ask(environment -> StepProbe.of(
                        drawn == null ? environment : new VariableStepTime(environment, drawn, DRAWN),
                        times.steps(),
                        MOST_STEPS));
        if (remote) {
            int processes = Environments.processes(config.env(), config.envOptions());
            int most = Math.max(1, Math.min(processes, config.pipeline().numEnvs()));
            double wall = Math.max(collected * most, drawn == null ? 0 : drawn.meanSeconds()); // of many at a time
            return new StepCost(wall, Math.min(wall, collected * most), probe.deviation(), most, executor);
        }
        if (drawn == null) {
            return probe.blocks()
                    ? new StepCost(probe.wall(), probe.processor(), probe.deviation())
                    : new StepCost(executor, executor, probe.deviation());
        }
        StepTimeSampler sampler = new StepTimeSampler(drawn, DRAWN);
        double[] draws = IntStream.range(0, DRAWS)
                .mapToDouble(i -> sampler.nanos(i) / 1e9)
                .toArray(); // the distribution's values, and not the few draws of a probe
        double mean = Sample.mean(draws);
        double late = drawn.burn() ? executor : Math.max(0, probe.processor());
        double deviation = mean > 0 ? Sample.standardDeviation(draws) / mean : 0;
        return new StepCost(mean + executor, drawn.burn() ? mean + late : late, deviation);
    }

    /**
     * Measured costs of a run on this machine. Immutable.
     *
     * @param costs costs of its roles
     * @param forward measured seconds of a forward, by its mean number of states
     * @param share fraction of the processor time that the learner wanted and got; below 1 other programs use this
     *     machine
     */
    record Profile(RoleCosts costs, SortedMap<Double, Double> forward, double share) {}
}

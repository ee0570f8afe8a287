package io.htsrl.experiments.tune;

import io.htsrl.core.environment.Environments;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.experiments.tune.model.ForwardCost;
import io.htsrl.experiments.tune.model.Knobs;
import io.htsrl.experiments.tune.model.LearnerCost;
import io.htsrl.experiments.tune.model.RoleCosts;
import io.htsrl.experiments.tune.model.StepCost;
import io.htsrl.experiments.tune.model.ThroughputModel;
import io.htsrl.experiments.tune.model.Workload;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds out what the roles of a run cost on this machine, by short runs of it: at the environment's own speed, by one
 * executor that serves itself, so that roles disturb each other as little as they can. One thread.
 */
final class Profiler {
    private final RunConfig config;
    private final Workload load;
    private final Pace pace;
    private final SortedMap<Double, Double> forwards = new TreeMap<>();
    private double share = 1; // of the processor time that the learner wanted

    /** @param config endless */
    Profiler(RunConfig config, Workload load, Pace pace) {
        this.config = config;
        this.load = load;
        this.pace = pace;
    }

    /** Takes some ten seconds, more where intervals are long. */
    Profile measure() throws TrainingFailedException, InterruptedException {
        RunConfig own = atOwnSpeed(config);
        int n = load.environments();
        warmUp(own, alone(n, 1));
        TimedRun base = run(own, alone(n, 1));
        share = config.pipeline().backend() == Backend.JVM ? share(base) : 1; // others wait for what is outside
        Map<Integer, Double> learner = new TreeMap<>();
        learner.put(1, learnerSeconds(base));
        double executor = executorSeconds(base);
        for (Knobs shared : shared(n)) {
            TimedRun run = run(own, shared);
            if (shared.learners() > 1) {
                learner.put(shared.learners(), shared(learnerSeconds(run), base, learner.get(1), shared.learners()));
            }
        }
        RoleCosts costs = new RoleCosts(
                StepProfile.of(config, executor, collectedSeconds(base), pace.steps()),
                ForwardCost.fitted(forwards),
                LearnerCost.of(learner),
                HandOverProfile.of(n, pace.handOver()),
                0);
        return new Profile(costs.withSwap(swap(costs, executor, base)), forwards, share);
    }

    /** Until it gets no faster: what is compiled when depends on the network and on what else the machine does. */
    private void warmUp(RunConfig own, Knobs knobs) throws TrainingFailedException, InterruptedException {
        long begun = System.nanoTime();
        double before = 0;
        double now = TimedRun.of(own, knobs, pace.warmUp().window()).stepsPerSecond();
        while (pace.warmUp().goesOn((System.nanoTime() - begun) / 1e9, before, now)) {
            before = now;
            now = TimedRun.of(own, knobs, pace.warmUp().window()).stepsPerSecond();
        }
    }

    private static RunConfig atOwnSpeed(RunConfig run) {
        return run.stepTime() == null ? run : run.atOwnSpeed(Tuning.ENDLESS);
    }

    /** Of an interval of another run, whose learner is alone. */
    double learnerSeconds(RunConfig other) throws TrainingFailedException, InterruptedException {
        RunConfig own = atOwnSpeed(other);
        return learnerSeconds(TimedRun.of(own, alone(own.pipeline().numEnvs(), 1), pace.profile()));
    }

    /** One executor, but for environments in other processes: one for each of these keeps them at work. */
    private Knobs alone(int batch, int learners) {
        int processes = Environments.processes(config.env(), config.envOptions());
        int executors = Math.max(1, Math.min(processes, load.environments()));
        return new Knobs(executors, 0, batch, WaitMode.PHASED, learners);
    }

    /** Runs beside the first: of more learners, and of smaller batches at the same time. */
    private List<Knobs> shared(int n) {
        List<Knobs> runs = new ArrayList<>();
        int batch = 1;
        for (int learners = 2; learners <= Math.min(8, load.cores()); learners *= 2) {
            if (config.pipeline().backend() == Backend.JVM) {
                runs.add(alone(batch, learners));
                batch = batch == 1 ? Math.max(1, n / 4) : Math.max(1, n / 2);
            }
        }
        if (runs.isEmpty()) {
            runs.add(alone(1, 1));
        }
        return runs;
    }

    private TimedRun run(RunConfig own, Knobs knobs) throws TrainingFailedException, InterruptedException {
        TimedRun run = TimedRun.of(own, knobs, pace.profile());
        double batches = run.use().batches();
        double seconds = role(run, "actor").busySeconds() * got(run) / batches;
        if (batches > 0 && seconds > 0) { // clocks are read a little late, and a window may be a single interval
            forwards.merge(run.use().states() / batches, seconds, Math::min);
        }
        return run;
    }

    /** The share of the executor's work that was its own time and not that of others on its core. */
    private static double got(TimedRun run) {
        double busy = role(run, "executor").busySeconds() + role(run, "actor").busySeconds();
        double processor = run.cpu().of("executor");
        return busy > 0 && processor > 0 ? Math.min(1, processor / busy) : 1;
    }

    /** Of a step: as many were taken as states were served. */
    private static double executorSeconds(TimedRun run) {
        return role(run, "executor").busySeconds()
                * got(run)
                / Math.max(1, run.use().states());
    }

    /** That a step took all executors together, waits for its environment included. */
    private static double collectedSeconds(TimedRun run) {
        TimeUse.Role executor = role(run, "executor");
        return (executor.busySeconds() + executor.waitSeconds() - executor.barrierSeconds())
                / Math.max(1, executor.threads())
                / Math.max(1, run.use().states());
    }

    /** What others on its core took of its time is not counted: alone it never waits for anybody in its work. */
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

    /** Equation 6 the other way round: executors help only once they wait, so it took longer than by all from the start. */
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

    /** What the first run took longer than the model says of its roles. */
    private double swap(RoleCosts costs, double executor, TimedRun base) {
        StepCost step = costs.step().elsewhere() || config.stepTime() == null
                ? costs.step()
                : new StepCost(executor, executor, 0);
        RoleCosts ofBase = new RoleCosts(step, costs.forward(), costs.learner(), costs.handOvers(), 0);
        Knobs knobs = alone(load.environments(), 1);
        double said = new ThroughputModel(load, ofBase).of(knobs).interval();
        return Math.max(0, share * base.seconds() / base.intervals() - said);
    }
}

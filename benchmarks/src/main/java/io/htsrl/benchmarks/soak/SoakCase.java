package io.htsrl.benchmarks.soak;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.trainer.adapt.Pilot;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One configuration of a soak. A function of the soak's seed, its number and the machine's cores, and of nothing else:
 * {@code --only} plays it again. Immutable.
 *
 * @param index     its number in the soak
 * @param flags     those of {@code hts train}
 * @param delays    what disturbs it
 * @param stopAfter the interval in whose report the run is asked to stop; -1 for none
 */
record SoakCase(long index, List<String> flags, SoakDelays delays, long stopAfter) {
    private static final List<String> ENVIRONMENTS = List.of(
            "CartPole-v1",
            "CartPole-v1",
            "CartPole-v1",
            "MountainCar-v0",
            "Acrobot-v1",
            "Pendulum-v1",
            "MountainCarContinuous-v0",
            "Blackjack-v1");
    private static final String ADAPT = "--adapt";
    private static final int FEW_STEPS = 48;
    private static final int SOME_STEPS = 400;
    private static final int MANY_STEPS = 4000;

    /** The case of that number. */
    static SoakCase drawn(long seed, long index) {
        RandomDraws draws = new RandomDraws(RandomStream.root(seed).spawn("soak").spawn(index));
        Schedule schedule =
                draws.of(Schedule.HTS, Schedule.HTS, Schedule.HTS, Schedule.SYNC, Schedule.ASYNC, Schedule.ASYNC);
        Algorithm algorithm = draws.of(Algorithms.all().stream()
                .filter(found -> found.runsUnder(schedule))
                .toArray(Algorithm[]::new));
        boolean replaying = Replaying.class.isAssignableFrom(algorithm.settings());
        int envs = draws.of(1, 2, 3, 4, 5, 8, 16);
        int executors = draws.chance(0.1) ? draws.between(1, envs + 2) : draws.between(1, envs);
        int actors = draws.chance(0.5) ? 0 : draws.between(1, draws.chance(0.2) ? envs + 3 : 3);
        int batch = schedule.lockstep() ? envs : draws.chance(0.4) ? 1 : draws.between(1, envs + 1);
        int interval = draws.chance(0.4) ? 1 : draws.between(1, 8);
        WaitMode wait = draws.of(WaitMode.values());
        int nStep = draws.between(1, 3);
        int learningStarts = 16 + envs * (nStep + 2);
        int least = replaying ? learningStarts + FEW_STEPS : 1;
        int steps = Math.max(least, draws.between(1, most(wait, executors + actors + 1)));
        int drawnBatch = draws.between(1, envs + 2);
        int asyncBatch = replaying ? envs : drawnBatch; // one rollout of each, where a memory is drawn from
        List<String> flags = new ArrayList<>(List.of(
                "--algo",
                algorithm.name(),
                "--env",
                environment(algorithm, draws),
                "--seed",
                String.valueOf(draws.between(1, 1000)),
                "--schedule",
                schedule.toString(),
                "--num-envs",
                String.valueOf(envs),
                "--executors",
                String.valueOf(executors),
                "--actors",
                String.valueOf(actors),
                "--actor-batch",
                String.valueOf(batch),
                "--sync-interval",
                String.valueOf(interval),
                "--wait",
                wait.toString(),
                "--total-timesteps",
                String.valueOf(steps),
                "--learners",
                draws.chance(0.1) ? "2" : "1"));
        if (algorithm.learnsFrom(ObservationSpace.floats(1))) { // else it learns a table
            flags.addAll(List.of("--hidden-sizes", "8,8"));
        }
        if (hasMinibatches(algorithm)) {
            addMinibatches(flags, interval * (schedule.barrier() ? envs : asyncBatch), draws);
        } else if (replaying) {
            flags.addAll(List.of(
                    "--learning-starts",
                    String.valueOf(learningStarts),
                    "--n-step",
                    String.valueOf(nStep),
                    "--buffer-size",
                    "1000",
                    "--batch-size",
                    "16",
                    "--train-frequency",
                    String.valueOf(draws.between(4, 32))));
        }
        if (!schedule.barrier()) {
            flags.addAll(List.of(
                    "--async-batch",
                    String.valueOf(asyncBatch),
                    "--async-queue",
                    String.valueOf(draws.between(asyncBatch, 4 * envs + asyncBatch)),
                    "--async-params",
                    draws.of("rollout", "step")));
        }
        SoakDelays delays = SoakDelays.drawn(draws, envs, actors == 0 ? executors : actors);
        long stopAfter = draws.chance(0.1) ? draws.between(0, 20) : -1;
        return new SoakCase(index, List.copyOf(flags), delays, stopAfter);
    }

    /** The same, adapted at each swap; itself where its schedule has no swaps. */
    SoakCase adapting() {
        if (Schedule.ASYNC.toString().equals(schedule())) {
            return this;
        }
        List<String> more = new ArrayList<>(flags);
        more.add(ADAPT);
        return new SoakCase(index, List.copyOf(more), delays, stopAfter);
    }

    /** Threads that spin on fewer cores hand over by time slices: milliseconds each. */
    private static int most(WaitMode wait, int threads) {
        boolean crowded = threads > Runtime.getRuntime().availableProcessors();
        return switch (wait) {
            case BUSY_SPIN -> crowded ? FEW_STEPS : SOME_STEPS;
            case YIELDING -> crowded ? SOME_STEPS : MANY_STEPS;
            default -> MANY_STEPS;
        };
    }

    /** One that the algorithm can act in and learn from. */
    private static String environment(Algorithm algorithm, RandomDraws draws) {
        return draws.of(
                ENVIRONMENTS.stream().filter(id -> algorithm.fits(spec(id))).toArray(String[]::new));
    }

    private static EnvironmentSpec spec(String id) {
        try (Environment environment = Environments.create(id, Map.of())) {
            return environment.spec();
        }
    }

    private static boolean hasMinibatches(Algorithm algorithm) {
        return Stream.of(algorithm.settings().getRecordComponents())
                .anyMatch(component -> component.getName().equals("numMinibatches"));
    }

    private static void addMinibatches(List<String> flags, int rows, RandomDraws draws) {
        int minibatches = draws.between(1, 4);
        flags.addAll(List.of(
                "--update-epochs",
                String.valueOf(draws.between(1, 2)),
                "--num-minibatches",
                String.valueOf(rows % minibatches == 0 ? minibatches : 1)));
    }

    /** @throws io.htsrl.core.error.ConfigurationException where the drawn settings are no configuration */
    RunConfig config() {
        return Hts.configure(flags.toArray(String[]::new)).check();
    }

    Perturbation perturbation() {
        return delays.perturbation();
    }

    /** What takes the place of a run's own; who serves is drawn at each swap, where the run adapts. */
    Components components() {
        return new Components() {
            @Override
            public Pilot.Maker pilot(Pilot.Maker made, RunConfig config) {
                return bounds ->
                        erratic(bounds, new RandomDraws(RandomStream.root(index).spawn("pilot")));
            }
        };
    }

    /** Returns to the same thread settings, as the run does after a trial. */
    private static Pilot erratic(ThreadBounds bounds, RandomDraws draws) {
        List<ThreadSettings> kept =
                List.of(threadSettings(bounds, draws), threadSettings(bounds, draws), threadSettings(bounds, draws));
        return (now, nanos, steps) ->
                draws.chance(0.1) ? threadSettings(bounds, draws) : draws.of(kept.toArray(ThreadSettings[]::new));
    }

    private static ThreadSettings threadSettings(ThreadBounds bounds, RandomDraws draws) {
        return new ThreadSettings(
                draws.between(1, bounds.executors()),
                draws.between(0, bounds.actors()),
                bounds.lockstep() ? bounds.batch() : draws.between(1, bounds.batch()),
                draws.of(WaitMode.PHASED, WaitMode.BLOCKING, WaitMode.SLEEPING));
    }

    /** The schedule's name, for the tally. */
    String schedule() {
        return flags.get(flags.indexOf("--schedule") + 1);
    }

    /** What it is, and how to run it again. */
    String text(long seed) {
        return "configuration " + index + " of seed " + seed
                + "\n  again:    benchmarks/run soak --seed " + seed + " --only " + index + " --times 100"
                + (flags.contains(ADAPT) ? " " + ADAPT : "")
                + "\n  settings: ./hts train " + String.join(" ", flags)
                + "\n  delays:   " + delays
                + (stopAfter < 0 ? "" : "\n  stop:     asked for after interval " + stopAfter);
    }
}

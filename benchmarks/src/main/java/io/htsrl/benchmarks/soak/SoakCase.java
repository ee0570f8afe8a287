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
import io.htsrl.trainer.adapt.ThreadController;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One configuration of a soak: a function of the soak's seed, its number and the machine's number of cores, so that
 * {@code --only} repeats it. Immutable.
 *
 * @param index number in the soak
 * @param flags flags of {@code hts train}
 * @param delays delays of the run
 * @param stopAfter interval whose report requests a stop, after which another run resumes; -1 for none
 * @param nodes nodes of this process that collect the rollouts; 0 for none
 */
record SoakCase(long index, List<String> flags, SoakDelays delays, long stopAfter, int nodes) {
    private static final String GOALS = "BitFlip-v0";
    private static final List<EnvironmentSpec> ENVIRONMENTS = Stream.of(
                    "CartPole-v1",
                    "CartPole-v1",
                    "CartPole-v1",
                    "MountainCar-v0",
                    "Acrobot-v1",
                    "Pendulum-v1",
                    "MountainCarContinuous-v0",
                    GOALS,
                    GOALS,
                    "Blackjack-v1")
            .map(id -> Environments.ask(id, Map.of(), Environment::spec))
            .toList();
    private static final List<String> ACTOR_CRITICS = List.of("a2c", "ppo");
    private static final List<String> LAYERED = List.of("a2c", "ppo", "dqn", "pqn");
    private static final String ADAPT = "--adapt";
    private static final String AGENTS = "agents";
    private static final String JUNCTION = "TrafficJunction-v0";
    private static final String OPPONENTS = "opponents";
    private static final int FEW_STEPS = 48;
    private static final int SOME_STEPS = 400;
    private static final int MANY_STEPS = 4000;

    /** Draws the case of that number. */
    static SoakCase drawn(long seed, long index) {
        RandomDraws draws =
                new RandomDraws(RandomStream.root(seed).spawn("soak").spawn(index));
        Schedule drawn =
                draws.of(Schedule.HTS, Schedule.HTS, Schedule.HTS, Schedule.SYNC, Schedule.ASYNC, Schedule.ASYNC);
        Schedule schedule = drawn.queues() && index % 5 == 0 ? Schedule.A3C : drawn;
        boolean shares = schedule.sharesParameters();
        Algorithm algorithm = draws.of(Algorithms.all().stream()
                .filter(found -> found.runsUnder(schedule) && !found.needsRecording())
                .toArray(Algorithm[]::new));
        boolean replaying = Replaying.class.isAssignableFrom(algorithm.settings());
        int envs = draws.of(1, 2, 3, 4, 5, 8, 16);
        int executors = shares
                ? draws.of(divisors(envs))
                : draws.chance(0.1) ? draws.between(1, envs + 2) : draws.between(1, envs);
        int actors = shares || draws.chance(0.5) ? 0 : draws.between(1, draws.chance(0.2) ? envs + 3 : 3);
        int batch = shares
                ? envs / executors
                : schedule.lockstep() ? envs : draws.chance(0.4) ? 1 : draws.between(1, envs + 1);
        int interval = draws.chance(0.4) ? 1 : draws.between(1, 8);
        WaitMode wait = draws.of(WaitMode.values());
        int nStep = draws.between(1, 3);
        int learningStarts = 16 + envs * (nStep + 2);
        int least = replaying ? learningStarts + FEW_STEPS : 1;
        int steps = Math.max(least, draws.between(1, maxSteps(wait, executors + actors + 1)));
        int drawnBatch = draws.between(1, envs + 2);
        int asyncBatch = replaying ? envs : drawnBatch; // a replay algorithm needs one rollout of each
        int columns = shares ? batch : schedule.queues() ? asyncBatch : envs;
        List<String> flags = new ArrayList<>(List.of(
                "--algo",
                algorithm.name(),
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
                !shares && draws.chance(0.1) ? "2" : "1"));
        String seen = addEnvironment(flags, algorithm, schedule.barrier() ? envs : 0, draws);
        if (algorithm.learnsFrom(ObservationSpace.floats(1))) { // not for tabular algorithms
            flags.addAll(List.of("--hidden-sizes", "8,8"));
            addObservations(flags, seen, draws);
        }
        if (hasMinibatches(algorithm)) {
            addMinibatches(flags, interval * columns, draws);
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
        if (schedule.queues()) {
            flags.addAll(List.of(
                    "--async-batch",
                    String.valueOf(asyncBatch),
                    "--async-queue",
                    String.valueOf(draws.between(asyncBatch, 4 * envs + asyncBatch)),
                    "--async-params",
                    draws.of("rollout", "step")));
        }
        SoakDelays delays = SoakDelays.drawn(draws, envs, actors == 0 ? executors : actors);
        long stopAfter = draws.chance(0.2) ? draws.between(0, 20) : -1;
        boolean distributable = schedule == Schedule.HTS && actors == 0;
        int nodes = distributable && draws.chance(0.15) ? draws.between(1, 2) : 0;
        if (ACTOR_CRITICS.contains(algorithm.name()) && draws.chance(0.4)) {
            addMemory(flags, interval, columns, draws);
        }
        if (replaying && algorithm.learnsSequences() && schedule.barrier() && draws.chance(0.5)) {
            addSequences(flags, draws);
        }
        if (replaying && flags.contains(GOALS)) {
            addGoals(flags, draws);
        }
        if (LAYERED.contains(algorithm.name())
                && !flags.contains("--norm-obs")
                && draws.chance(seen.equals("parts") ? 0.7 : 0.3)) {
            addNetwork(flags, seen, algorithm, draws);
        }
        if (seen.equals(AGENTS) && LAYERED.contains(algorithm.name()) && !flags.contains("--memory")) {
            flags.addAll(List.of("--policies", draws.of("shared", "separate")));
        }
        if (shares) {
            flags.remove("--norm-obs");
        } else if (LAYERED.contains(algorithm.name()) && draws.chance(0.2)) {
            flags.addAll(List.of("--optimizer", "adamw", "--adam-beta1", "0.8"));
        }
        return new SoakCase(index, List.copyOf(flags), delays, stopAfter, nodes);
    }

    /** Returns this case with changing thread settings and no nodes, or itself if its schedule has no swaps. */
    SoakCase adapting() {
        if (!hasBarrier()) {
            return this;
        }
        List<String> more = new ArrayList<>(flags);
        more.add(ADAPT);
        return new SoakCase(index, List.copyOf(more), delays, stopAfter, 0);
    }

    /** Returns the maximum steps: spinning threads that share a core wait for a time slice of milliseconds each. */
    private static int maxSteps(WaitMode wait, int threads) {
        boolean crowded = threads > Runtime.getRuntime().availableProcessors();
        return switch (wait) {
            case BUSY_SPIN -> crowded ? FEW_STEPS : SOME_STEPS;
            case YIELDING -> crowded ? SOME_STEPS : MANY_STEPS;
            default -> MANY_STEPS;
        };
    }

    private static Integer[] divisors(int number) {
        return IntStream.rangeClosed(1, number)
                .filter(count -> number % count == 0)
                .boxed()
                .toArray(Integer[]::new);
    }

    /**
     * Adds an environment that fits the algorithm; returns its kind of {@link SoakEnvironments}, "agents", "opponents"
     * or "floats".
     *
     * @param columns number of replicas that several agents of an environment can share; 0 if none can
     */
    private static String addEnvironment(List<String> flags, Algorithm algorithm, int columns, RandomDraws draws) {
        if (columns > 0
                && draws.chance(0.15)
                && algorithm.fits(Environments.ask(JUNCTION, Map.of(), Environment::spec))) {
            flags.addAll(List.of("--env", JUNCTION, "--env-option", "agents=" + draws.of(divisors(columns))));
            return AGENTS;
        }
        String game = draws.of("ConnectFour-v0", "PaddleDuel-v0");
        if (columns > 0 && draws.chance(0.1) && algorithm.fits(Environments.ask(game, Map.of(), Environment::spec))) {
            flags.addAll(List.of("--env", game, "--opponents", draws.of("latest", "uniform", "pfsp")));
            flags.addAll(List.of("--opponent-every", String.valueOf(draws.between(1, 3))));
            return OPPONENTS;
        }
        String seen = draws.of(SoakEnvironments.KINDS.toArray(String[]::new));
        Map<String, String> options = new TreeMap<>(
                Map.of("seen", seen, "counts", draws.of("2", "5", "3;2"), "masks", draws.of("true", "true", "false")));
        if (draws.chance(0.6) && algorithm.fits(Environments.ask(SoakEnvironments.NAME, options, Environment::spec))) {
            flags.addAll(List.of("--env", SoakEnvironments.NAME));
            options.forEach((name, value) -> flags.addAll(List.of("--env-option", name + "=" + value)));
            return seen;
        }
        String env = draws.of(ENVIRONMENTS.stream().filter(algorithm::fits).toArray(EnvironmentSpec[]::new))
                .id();
        flags.addAll(List.of("--env", env));
        if (env.equals("CartPole-v1") && draws.chance(0.3)) {
            flags.addAll(List.of("--observe", "0,2"));
        }
        return env.equals("Blackjack-v1") ? "one-hot" : "floats";
    }

    /** Adds what the network sees of the observations. */
    private static void addObservations(List<String> flags, String seen, RandomDraws draws) {
        if (!seen.equals(OPPONENTS) && draws.chance(0.2)) {
            flags.addAll(List.of("--frame-stack", draws.of("2", "3")));
        }
        if (seen.equals("floats") && draws.chance(0.2)) {
            flags.add("--norm-obs");
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

    /** Adds a memory, whose minibatches hold whole rollouts. */
    private static void addMemory(List<String> flags, int interval, int rollouts, RandomDraws draws) {
        int minibatches = flags.indexOf("--num-minibatches");
        if (minibatches >= 0) {
            int drawn = draws.between(1, 3);
            flags.set(minibatches + 1, String.valueOf(rollouts % drawn == 0 ? drawn : 1));
        }
        flags.addAll(List.of(
                "--memory",
                draws.of("lstm", "gru", "mingru"),
                "--memory-size",
                draws.of("16", "32"),
                "--bptt-length",
                String.valueOf(draws.between(0, interval))));
    }

    /** Adds a memory that is learnt from replayed sequences. */
    private static void addSequences(List<String> flags, RandomDraws draws) {
        int length = draws.between(1, 12);
        flags.addAll(List.of(
                "--memory",
                draws.of("lstm", "gru", "mingru"),
                "--memory-size",
                "16",
                "--sequence-length",
                String.valueOf(length),
                "--sequence-period",
                String.valueOf(draws.between(1, length)),
                "--burn-in",
                String.valueOf(draws.between(0, 12))));
        if (flags.get(flags.indexOf("--n-step") + 1).equals("1") && draws.chance(0.6)) {
            flags.addAll(List.of("--retrace-lambda", draws.of("0.5", "1")));
        }
    }

    /** Adds hindsight where it fits; a preset has it. */
    private static void addGoals(List<String> flags, RandomDraws draws) {
        if (flags.contains("--memory") || flags.contains("--frame-stack") || draws.chance(0.2)) {
            flags.add("--no-her");
        } else {
            flags.addAll(List.of("--her", "--goal-selection-strategy", draws.of("future", "final", "episode")));
        }
    }

    /** Adds a network that is put together from layers. */
    private static void addNetwork(List<String> flags, String seen, Algorithm algorithm, RandomDraws draws) {
        boolean parts = seen.equals("parts");
        String network = parts ? draws.of("mlp", "combined", "combined", "combined") : draws.of("mlp", "combined");
        flags.addAll(List.of("--network", network, "--activation", draws.of("elu", "silu", "gelu")));
        if (draws.chance(0.5)) {
            flags.add("--layer-norm");
        }
        boolean apart = ACTOR_CRITICS.contains(algorithm.name());
        if (network.equals("combined") && parts && apart && draws.chance(0.7)) {
            flags.addAll(List.of("--critic-sees", draws.of("camera", "place,rule")));
        }
    }

    /** @throws io.htsrl.core.error.ConfigurationException if the drawn settings are invalid */
    RunConfig config() {
        return Hts.configure(flags.toArray(String[]::new)).check();
    }

    Perturbation perturbation() {
        return delays.perturbation();
    }

    /** Returns components that draw the thread settings of an adaptive run at each swap. */
    Components components() {
        return new Components() {
            @Override
            public ThreadController.Maker threadController(ThreadController.Maker made, RunConfig config) {
                return bounds -> randomController(
                        bounds, new RandomDraws(RandomStream.root(index).spawn("controller")));
            }
        };
    }

    /** Returns a controller that often repeats one of three settings, as a run does after a trial. */
    private static ThreadController randomController(ThreadBounds bounds, RandomDraws draws) {
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

    /** Returns the name of the schedule. */
    String schedule() {
        return flags.get(flags.indexOf("--schedule") + 1);
    }

    /** Returns whether its schedule has a barrier, and so promises bits. */
    boolean hasBarrier() {
        return Schedule.named(schedule()).orElseThrow().barrier();
    }

    /** Describes the case and how to repeat it. */
    String text(long seed) {
        return "configuration " + index + " of seed " + seed
                + "\n  again:    benchmarks/run soak --seed " + seed + " --only " + index + " --times 100"
                + (flags.contains(ADAPT) ? " " + ADAPT : "")
                + "\n  settings: ./hts train " + String.join(" ", flags)
                + "\n  delays:   " + delays
                + (stopAfter < 0 ? "" : "\n  stop:     requested after interval " + stopAfter)
                + (nodes == 0 ? "" : "\n  nodes:    " + nodes);
    }
}

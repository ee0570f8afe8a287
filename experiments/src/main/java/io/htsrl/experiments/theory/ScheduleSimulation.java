package io.htsrl.experiments.theory;

import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.environments.wrapper.StepTimeSampler;
import java.util.Arrays;

/**
 * Simulates the schedules' durations, interval by interval, with drawn step times. Immutable and a pure function of
 * setup and seed; any thread. Each call draws about a million step times in less than a second.
 *
 * <ul>
 *   <li>{@code hts}: an interval lasts until the slowest executor has taken α steps with each of its environments, plus
 *       c for each state, and until the learner has finished the interval before.
 *   <li>{@code sync}: a step lasts until the slowest executor has stepped each of its environments once, plus c for
 *       each of the n states, whose batch is served when all are present; the learner's update follows α such steps.
 *   <li>{@code async}: executors wait only c for each state; the learner can only take rollouts as fast as its updates
 *       allow.
 * </ul>
 *
 * <p>An executor steps its environments one after another. Blocking steps take no core; c and the learner do, so no
 * schedule uses more processor time than the cores have. Steps that burn share the cores fairly, under {@code hts} with
 * the learner too. Not modelled: queueing for an actor, hand-overs and wake-ups, ends of episodes, memory and caches,
 * and the first and last interval, in which only one side works.
 *
 * <p>Step times are those of the trainer: a run with the same seed waits for exactly these times.
 */
public final class ScheduleSimulation {
    private static final long STEPS = 1L << 20;
    private static final long LEAST_INTERVALS = 16;
    private static final double NANOS = 1e9;

    private final Setup setup;
    private final double actorNanos;
    private final double learnerNanos;
    private final long intervals;
    private final StepTimeSampler[] samplers;

    /** @param seed root of the draws; {@code --seed} of the predicted run */
    public ScheduleSimulation(Setup setup, long seed) {
        this.setup = setup;
        this.actorNanos = setup.actorSeconds() * NANOS;
        this.learnerNanos = setup.learnerSeconds() * NANOS;
        this.intervals = Math.max(LEAST_INTERVALS, STEPS / setup.stepsPerInterval());
        this.samplers = new StepTimeSampler[setup.environments()];
        RandomStream stream = RandomStream.root(seed).spawn("step-time");
        for (int e = 0; e < samplers.length; e++) {
            samplers[e] = new StepTimeSampler(setup.time(), stream.spawn(e));
        }
    }

    /** Simulates the high-throughput synchronous schedule: one barrier per interval, the learner beside the rollout. */
    public double hts() {
        double nanos = 0;
        double[] work = new double[setup.executors() + 1];
        for (long interval = 0; interval < intervals; interval++) {
            for (int x = 0; x < setup.executors(); x++) {
                work[x] = rollout(x, interval);
            }
            work[setup.executors()] = learnerNanos;
            nanos += setup.time().burn()
                    ? fairShare(work, setup.cores())
                    : Math.max(greatest(work), processorNanosPerInterval() / setup.cores());
        }
        return perSecond(setup.environments(), nanos);
    }

    /** Simulates the synchronous schedule: a barrier at every step, the learner after the rollout. */
    public double sync() {
        double nanos = 0;
        double[] work = new double[setup.executors()];
        for (long interval = 0; interval < intervals; interval++) {
            nanos += learnerNanos;
            for (int step = 0; step < setup.syncInterval(); step++) {
                stepOnce(work, interval * setup.syncInterval() + step);
                nanos += setup.time().burn() ? fairShare(work, setup.cores()) : greatest(work);
                nanos += setup.environments() * actorNanos;
            }
        }
        return perSecond(setup.environments(), nanos);
    }

    /** Simulates the asynchronous schedule: no barrier. */
    public double async() {
        double rate = 0;
        for (int x = 0; x < setup.executors(); x++) {
            double nanos = 0;
            for (long interval = 0; interval < intervals; interval++) {
                nanos += rollout(x, interval);
            }
            rate += perSecond(owned(x), nanos);
        }
        return Math.min(rate, limitOfAsync());
    }

    /** Returns the steps per second of all intervals that so many environments have taken in that time. */
    private double perSecond(int environments, double nanos) {
        return (double) intervals * environments * setup.syncInterval() * NANOS / nanos;
    }

    /** Returns the limit in steps per second of the learner and the cores. */
    private double limitOfAsync() {
        double stepNanos = setup.time().burn() ? setup.time().meanNanos() : 0;
        double ofCores = setup.cores() * NANOS / (stepNanos + processorNanosPerInterval() / setup.stepsPerInterval());
        return Math.min(ofCores, setup.stepsPerInterval() * NANOS / learnerNanos);
    }

    /** Returns the processor time of actors and learner per interval. */
    private double processorNanosPerInterval() {
        return setup.stepsPerInterval() * actorNanos + learnerNanos;
    }

    /** Returns the time of executor {@code x} for α steps of each of its environments. */
    private double rollout(int x, long interval) {
        long first = interval * setup.syncInterval();
        double nanos = (double) owned(x) * setup.syncInterval() * actorNanos;
        for (int e = x; e < samplers.length; e += setup.executors()) {
            StepTimeSampler sampler = samplers[e];
            for (int step = 0; step < setup.syncInterval(); step++) {
                nanos += sampler.nanos(first + step);
            }
        }
        return nanos;
    }

    /** Writes each executor's time for one step of each of its environments. */
    private void stepOnce(double[] work, long step) {
        for (int x = 0; x < work.length; x++) {
            work[x] = 0;
            for (int e = x; e < samplers.length; e += work.length) {
                work[x] += samplers[e].nanos(step);
            }
        }
    }

    private int owned(int x) {
        return (setup.environments() - x + setup.executors() - 1) / setup.executors();
    }

    private static double greatest(double[] work) {
        return Arrays.stream(work).max().orElseThrow();
    }

    /**
     * Returns the time that threads take which share processor cores fairly. All begin together, and each unfinished
     * thread has an equal share of the cores, at most one core.
     *
     * @param work processor time of each; sorted by this call
     */
    static double fairShare(double[] work, int cores) {
        Arrays.sort(work);
        double elapsed = 0;
        double done = 0;
        for (int i = 0; i < work.length; i++) {
            double share = Math.min(1, cores / (double) (work.length - i));
            elapsed += (work[i] - done) / share;
            done = work[i];
        }
        return elapsed;
    }

    /**
     * Input of a {@link ScheduleSimulation}: a run without its learning, whose steps take time. Immutable.
     *
     * @param time time of a step, and whether it blocks or burns
     * @param environments n
     * @param executors threads that step them, 1 to n; environment e belongs to executor e mod executors
     * @param syncInterval α: steps per environment between two updates
     * @param cores processor cores
     * @param actorSeconds c: the actor's processor time per state
     * @param learnerSeconds processor time of one update, which learns from one interval
     */
    public record Setup(
            StepTime time,
            int environments,
            int executors,
            int syncInterval,
            int cores,
            double actorSeconds,
            double learnerSeconds) {

        /** Returns the steps of all environments together in one interval. */
        long stepsPerInterval() {
            return (long) environments * syncInterval;
        }
    }
}

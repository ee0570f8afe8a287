package io.htsrl.experiments.theory;

import io.htsrl.environments.StepTime;

/**
 * What a {@link ScheduleSimulation} simulates: a run without its learning. Immutable.
 *
 * @param time           what a step takes, and whether it blocks or burns
 * @param environments   n
 * @param executors      threads that step them, 1 to n; environment e belongs to executor e mod executors
 * @param syncInterval   α: steps per environment between two updates
 * @param cores          processor cores
 * @param actorSeconds   c: the actor's processor time per state
 * @param learnerSeconds of one update, which is that of one interval
 */
public record Setup(
        StepTime time,
        int environments,
        int executors,
        int syncInterval,
        int cores,
        double actorSeconds,
        double learnerSeconds) {

    /** @throws IllegalArgumentException when an argument is out of its range, or a step takes no time at all */
    public Setup {
        require(environments >= 1, "environments", environments, "at least 1");
        require(executors >= 1 && executors <= environments, "executors", executors, "in 1 .. " + environments);
        require(syncInterval >= 1, "syncInterval", syncInterval, "at least 1");
        require(cores >= 1, "cores", cores, "at least 1");
        require(actorSeconds >= 0 && Double.isFinite(actorSeconds), "actorSeconds", actorSeconds, "at least 0");
        require(learnerSeconds >= 0 && Double.isFinite(learnerSeconds), "learnerSeconds", learnerSeconds, "at least 0");
        require(time.meanNanos() + actorSeconds > 0, "the time of a step", time, "above 0, or actorSeconds be");
    }

    /** One executor per environment, an actor and a learner that take no time. */
    public Setup(StepTime time, int environments, int syncInterval, int cores) {
        this(time, environments, environments, syncInterval, cores, 0, 0);
    }

    /** This setup with another number of executors. */
    public Setup withExecutors(int newExecutors) {
        return new Setup(time, environments, newExecutors, syncInterval, cores, actorSeconds, learnerSeconds);
    }

    /** This setup with what an actor takes per state and the learner per update, in seconds. */
    public Setup withCosts(double newActorSeconds, double newLearnerSeconds) {
        return new Setup(time, environments, executors, syncInterval, cores, newActorSeconds, newLearnerSeconds);
    }

    /** Steps of all environments together in one interval. */
    long stepsPerInterval() {
        return (long) environments * syncInterval;
    }

    private static void require(boolean holds, String name, Object value, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + ", but must be " + rule);
        }
    }
}

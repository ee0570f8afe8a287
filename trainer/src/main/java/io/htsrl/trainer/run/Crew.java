package io.htsrl.trainer.run;

import io.htsrl.core.environment.ReplicaGroup;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.statebuffer.StateBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The workers of a run by many threads, whatever its schedule: starts all, and waits for their end. Replicas go round:
 * environment e belongs to executor worker e mod E, at first. One thread wires and runs.
 */
final class Crew {
    private final RunControl control;

    Crew(RunControl control) {
        this.control = control;
    }

    private static int owner(int environment, int executors) {
        return environment % executors;
    }

    /** The group of each environment: those that one executor worker owns. */
    static List<ReplicaGroup> groups(int environments, int executors) {
        List<ReplicaGroup> ofWorkers = IntStream.range(0, executors)
                .mapToObj(worker -> new ReplicaGroup((environments - worker + executors - 1) / executors))
                .toList();
        return IntStream.range(0, environments)
                .mapToObj(environment -> ofWorkers.get(owner(environment, executors)))
                .toList();
    }

    /**
     * Runs all workers to the end, or until the first failure has ended every one.
     *
     * @param states closed when {@code others} have ended, for the actors to go
     */
    void run(List<Worker> actors, List<Worker> others, StateBuffer states) throws InterruptedException {
        WorkerThreads serving = new WorkerThreads(control);
        WorkerThreads working = new WorkerThreads(control);
        try {
            serving.start(actors);
            working.start(others);
            working.join();
            states.close(); // no state will follow
            serving.join();
        } catch (InterruptedException e) {
            control.abort();
            working.join();
            serving.join();
            throw e;
        }
    }
}

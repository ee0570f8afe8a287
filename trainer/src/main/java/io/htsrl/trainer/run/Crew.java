package io.htsrl.trainer.run;

import io.htsrl.core.environment.ReplicaGroup;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.executors.Replica;
import io.htsrl.statebuffer.StateBuffer;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The workers of a run by many threads, whatever its schedule: deals the replicas out, starts all, and waits for their
 * end. Replicas go round: environment e belongs to executor worker e mod E. One thread wires and runs.
 */
final class Crew {
    private final int executors;
    private final RunControl control;

    Crew(PipelineConfig config, RunControl control) {
        this.executors = config.executors();
        this.control = control;
    }

    /** The executor worker that owns each environment. */
    int[] owners(int environments) {
        int[] owners = new int[environments];
        for (int environment = 0; environment < owners.length; environment++) {
            owners[environment] = owner(environment, executors);
        }
        return owners;
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

    /** The replicas of one executor worker. */
    List<Replica> ownedBy(int worker, List<Replica> replicas) {
        return replicas.stream()
                .filter(replica -> owner(replica.index(), executors) == worker)
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

package io.htsrl.trainer.run;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentDiedException;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.ReplicaGroup;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.environments.wrapper.RestartingEnvironment;
import io.htsrl.executors.Replica;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingListener.RestartRecord;
import io.htsrl.trainer.selfplay.SeatEnvironment;
import io.htsrl.trainer.watch.Watchdog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The environments of a run's replicas: grouped by executor, watched, with the run's step times, and recreated when
 * they die if the settings allow it. One thread creates them before the run; executors' threads report restarts.
 */
final class ReplicaEnvironments {
    private final RunConfig config;
    private final EnvironmentSource source;
    private final Watchdog watchdog;
    private final TrainingListener listener;
    private final List<Environment> made = new ArrayList<>();
    private final List<SeatEnvironment> seats = new ArrayList<>();
    private final List<ReplicaGroup> groups;
    private final boolean elsewhere;
    private List<Replica> replicas = List.of(); // written before their threads start

    ReplicaEnvironments(RunConfig config, EnvironmentSource source, Watchdog watchdog, Attachments attachments) {
        this.config = config;
        this.source = source;
        this.watchdog = watchdog;
        this.listener = attachments.listener();
        this.elsewhere = attachments.rollouts().elsewhere();
        this.groups = groups(config.pipeline().numEnvs(), config.pipeline().executors());
    }

    /** Returns the group of each environment: at first one executor worker owns a group. */
    private static List<ReplicaGroup> groups(int environments, int executors) {
        ReplicaGroups each = ReplicaGroups.each(environments);
        int[] owned = new int[executors];
        IntStream.range(0, environments).forEach(environment -> owned[each.owner(environment, executors)]++);
        List<ReplicaGroup> ofWorkers =
                Arrays.stream(owned).mapToObj(ReplicaGroup::new).toList();
        return IntStream.range(0, environments)
                .mapToObj(environment -> ofWorkers.get(each.owner(environment, executors)))
                .toList();
    }

    /**
     * Creates all of them. If they are stepped outside of this process, it creates a single one for all replicas, or
     * its agents, which describes itself, and reads and writes all states.
     *
     * @param parts closes them
     * @param wanted throws when the run no longer needs them
     */
    List<Environment> create(RandomStream root, ResourceStack parts, Runnable wanted) {
        PipelineConfig pipeline = config.pipeline();
        Deque<Environment> agents = new ArrayDeque<>(); // of one environment
        while (elsewhere ? made.isEmpty() || !agents.isEmpty() : made.size() < pipeline.numEnvs()) {
            wanted.run();
            int index = made.size();
            made.add(parts.add(
                    name(index), watchdog.create(name(index), () -> config.timed(next(index, agents), root, index))));
        }
        return IntStream.range(0, pipeline.numEnvs())
                .mapToObj(index -> made.get(index % made.size()))
                .toList();
    }

    /** Returns the groups that one executor must own together because their environments share something. */
    ReplicaGroups units() {
        PipelineConfig pipeline = config.pipeline();
        Optional<Agents> agents = made.get(0).agents();
        if (agents.isPresent()) {
            return ReplicaGroups.blocks(pipeline.numEnvs(), agents.get().count());
        }
        return groups.stream().anyMatch(ReplicaGroup::shares)
                ? ReplicaGroups.ofExecutors(pipeline.numEnvs(), pipeline.executors())
                : ReplicaGroups.each(pipeline.numEnvs());
    }

    /** Returns the index of the policy that acts in each replica. */
    List<Integer> policies() {
        List<Integer> ofAgents = config.policiesOf(made.get(0));
        return IntStream.range(0, config.pipeline().numEnvs())
                .mapToObj(index -> ofAgents.get(index % ofAgents.size()))
                .toList();
    }

    /** Returns the seats that replicas are, in their order; empty without self-play. */
    List<SeatEnvironment> seats() {
        return seats;
    }

    private String name(int index) {
        return "environment " + index + " (" + config.env() + ")";
    }

    /** Creates an environment when all agents of the last one have been returned. */
    private Environment next(int index, Deque<Environment> agents) {
        ReplicaGroup group = groups.get(index);
        if (agents.isEmpty()) {
            agents.addAll(source.createAll(group));
        }
        Environment environment = agents.remove();
        if (environment instanceof SeatEnvironment seat) {
            seats.add(seat);
        }
        return config.pipeline().restartEnvironments()
                ? RestartingEnvironment.of(environment, () -> source.create(group), e -> tell(index, e))
                : environment;
    }

    private void tell(int index, EnvironmentDiedException death) {
        boolean begun = index < replicas.size();
        String where = begun ? " in " + replicas.get(index).place() : "";
        long interval = begun ? replicas.get(index).interval() : -1;
        listener.onRestart(
                new RestartRecord(index, interval, name(index) + " died" + where + ": " + death.getMessage()));
    }

    /**
     * Connects the environments to their replicas, so that the watchdog and restart reports know their place in the
     * run.
     */
    void know(List<Replica> all) {
        replicas = List.copyOf(all);
        for (int index = 0; index < made.size(); index++) {
            watchdog.know(made.get(index), replicas.get(index)::place, replicas.get(index)::interval);
        }
    }
}

package io.htsrl.trainer;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.actors.ActorWorker;
import io.htsrl.actors.BatchServer;
import io.htsrl.actors.NewestForward;
import io.htsrl.core.PipelineConfig;
import io.htsrl.core.Policy;
import io.htsrl.core.PublishedParameters;
import io.htsrl.core.RoleClock;
import io.htsrl.core.RunControl;
import io.htsrl.core.ServiceTurn;
import io.htsrl.core.Worker;
import io.htsrl.executors.AsyncExecutorWorker;
import io.htsrl.executors.Replica;
import io.htsrl.learners.AsyncLearnerWorker;
import io.htsrl.learners.Learner;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.ColumnRows;
import io.htsrl.storage.RolloutQueue;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code async} schedule: executors, actors and one learner, connected through the two buffers, the queue of
 * rollouts and the published parameters. No barrier.
 */
final class AsyncRun {
    private final RunConfig run;
    private final PipelineConfig config;
    private final Policy policy;
    private final List<Replica> replicas;
    private final Attachments attachments;
    private final TimeSheet times;
    private final Crew crew;
    private final StateBuffer states;
    private final ActionBuffer actions;
    private final StorageBank slab;
    private final ColumnRows rows;
    private final RolloutQueue rollouts;
    private final PublishedParameters parameters;
    private final AsyncLearnerWorker learner;

    /** @param batch the shape of one update's rollouts */
    AsyncRun(RunConfig run, Policy policy, List<Replica> replicas, BankShape batch, float[] initial, Learner learner,
            Recorder recorder, Attachments attachments, TimeSheet times) {
        this.run = run;
        this.config = run.pipeline();
        this.policy = policy;
        this.replicas = replicas;
        this.attachments = attachments;
        this.times = times;
        RunControl control = attachments.control();
        this.crew = new Crew(config, control);
        this.states = attachments.components().states(
                new DisruptorStateBuffer(config.numEnvs(), config.waitMode(), control), run);
        this.actions = new DisruptorActionBuffer(
                crew.owners(config.numEnvs()), policy.outputWidth(), config.waitMode(), control);
        this.slab = new StorageBank(new BankShape(batch.steps(), Math.toIntExact(config.slabColumns()),
                batch.observationSpace(), batch.frameStack(), batch.actionWidth(), batch.outputWidth(),
                batch.scored()));
        this.rows = new ColumnRows(slab, config.numEnvs());
        this.rollouts = new RolloutQueue(config.numEnvs(), config.async().queue(), control);
        this.parameters = new PublishedParameters(policy, initial, config.numEnvs(), config.async().freshness());
        this.learner = new AsyncLearnerWorker(learner, batch, initial, run.intervals(),
                new AsyncLearnerWorker.Wiring(slab, rollouts, parameters, recorder, control,
                        attachments.perturbation()), times.clock("learner", "learner"));
    }

    /** Runs to the end, or until the first failure has ended every worker. */
    void run() throws InterruptedException {
        List<Worker> actors = new ArrayList<>();
        for (int index = 0; index < config.actors(); index++) {
            actors.add(new ActorWorker(index, server(index, "actor-" + index)));
        }
        List<Worker> others = new ArrayList<>();
        for (int worker = 0; worker < config.executors(); worker++) {
            others.add(executor(worker));
        }
        others.add(learner);
        crew.run(actors, others, states);
    }

    private AsyncExecutorWorker executor(int worker) {
        String thread = "executor-" + worker;
        RoleClock clock = times.clock("executor", thread);
        ServiceTurn turn = config.actors() == 0 ? server(worker, thread) : ServiceTurn.NONE;
        AsyncExecutorWorker.Wiring wiring = new AsyncExecutorWorker.Wiring(
                states, actions, slab, rows, rollouts, parameters, attachments.perturbation());
        return new AsyncExecutorWorker(
                worker, replicas, crew.ownedBy(worker, replicas), wiring, turn, clock);
    }

    private BatchServer server(int index, String thread) {
        BatchServer server = new BatchServer(states, actions,
                new NewestForward(rows, parameters, policy, config.batchLimit()), 1, config.batchLimit(),
                attachments.perturbation(), index, times.clock("actor", thread));
        times.count(server.limit(), server::batches);
        return server;
    }

    /** The parameters after the last update; after the run. */
    float[] parameters() {
        return learner.parameters();
    }

    /** Whether the run was ended early; after the run. */
    boolean stopped() {
        return learner.updates() < run.intervals();
    }
}

package io.htsrl.monitor.graph;

import static io.htsrl.monitor.graph.FlowBuilder.bottom;
import static io.htsrl.monitor.graph.FlowBuilder.left;
import static io.htsrl.monitor.graph.FlowBuilder.right;
import static io.htsrl.monitor.graph.FlowBuilder.top;

import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.monitor.graph.Flow.Link.Measure;
import io.htsrl.monitor.graph.Flow.Part.Kind;
import io.htsrl.trainer.config.RunConfig;
import java.util.Locale;

/**
 * The flow of data of a run, from its resolved settings: what {@code ConcurrentRun}, {@code SerialRun} and the
 * {@code Connection}s of the trainer put together. {@code RunFlowTest} holds its threads against those of real runs.
 * One thread.
 */
final class RunFlow {
    static final String EXECUTOR = "executor";
    static final String ACTOR = "actor";
    static final String LEARNER = "learner";
    static final String SERIAL = "serial";
    static final String EVALUATOR = "evaluator";
    private static final String ENVIRONMENTS = "environments";
    private static final String STATES = "states";
    private static final String ACTIONS = "actions";
    private static final String WRITTEN = "bank_w";
    private static final String READ = "bank_r";
    private static final String POLICY = "policy";
    private static final String SWAP = "swap";
    private static final String QUEUE = "queue";
    private static final String REPLAY = "replay";
    private static final String WRITER = "checkpoint_writer";

    private final ResolvedRun run;
    private final RunConfig config;
    private final PipelineConfig pipeline;
    private final Schedule schedule;
    private final Wiring wiring;
    private final FlowBuilder flow = new FlowBuilder();

    private RunFlow(ResolvedRun run) {
        this.run = run;
        config = run.config();
        pipeline = config.pipeline();
        schedule = pipeline.schedule();
        wiring = Wiring.of(config);
    }

    /** The flow of a resolved run; makes an environment to ask it what it is. */
    static Flow of(ResolvedRun run) {
        return new RunFlow(run).flow();
    }

    private Flow flow() {
        if (schedule.oneThread()) {
            serial();
        } else {
            threads();
            if (schedule.barrier()) {
                banks();
            } else {
                queue();
            }
        }
        surroundings();
        String lag = schedule.barrier() ? ", lag " + schedule.lag() : ", lag measured";
        return flow.flow(config.algorithm().algorithm() + " on " + config.env(), "schedule " + schedule + lag);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private String interval() {
        return pipeline.numEnvs() + " environments x " + pipeline.syncInterval() + " steps";
    }

    private boolean served() {
        return pipeline.actors() > 0;
    }

    /** Executors, actors, and the rings between them. */
    private void threads() {
        String server = served() ? ACTOR : EXECUTOR;
        flow.part(0, 1, ENVIRONMENTS, Kind.OUTSIDE, config.env() + " x " + pipeline.numEnvs(), wiring.place());
        flow.part(
                1,
                1,
                EXECUTOR,
                Kind.ROLE,
                EXECUTOR + " x " + pipeline.executors(),
                "steps environments",
                served() ? "" : "acts, " + batches());
        flow.part(2, 0, STATES, Kind.BUFFER, "state buffer", "ring of " + wiring.stateSlots() + " indices");
        flow.part(
                2,
                1,
                ACTIONS,
                Kind.BUFFER,
                "action buffer",
                pipeline.executors() + (pipeline.executors() == 1 ? " ring" : " rings") + ", " + wiring.actionSlots()
                        + " indices",
                pipeline.numEnvs() + " output rows");
        if (served()) {
            flow.part(3, 0.5, ACTOR, Kind.ROLE, ACTOR + " x " + pipeline.actors(), batches());
        }
        flow.both(right(ENVIRONMENTS, 0), left(EXECUTOR, 0), "step", Measure.STEPS);
        flow.data(top(EXECUTOR, 0.1), left(STATES, -0.5), "ready states", Measure.STEPS, served() ? 0.5 : 0.6);
        if (served()) {
            flow.data(right(STATES, 0), left(ACTOR, -0.5), "take, waits", Measure.FORWARDS);
            flow.data(left(ACTOR, 0.5), right(ACTIONS, 0), "output rows");
            flow.data(left(ACTIONS, 0), right(EXECUTOR, 0), "take, waits", Measure.STEPS);
        } else {
            flow.data(left(STATES, 0.5), top(EXECUTOR, 0.7), "poll", Measure.FORWARDS, 0.8);
            flow.data(right(EXECUTOR, -0.5), left(ACTIONS, -0.5), "output rows");
            flow.data(left(ACTIONS, 0.5), right(EXECUTOR, 0.5), "take, waits", Measure.STEPS);
        }
        policy(server);
    }

    private String batches() {
        return schedule.lockstep() ? "batches of " + pipeline.numEnvs() : "batches of 1 to " + pipeline.batchLimit();
    }

    /** Parameters that act. */
    private void policy(String server) {
        String name = schedule.barrier() ? "policy k" : "newest policy";
        String size = count(wiring.parameters()) + " parameters";
        if (served()) {
            flow.part(4, 0.5, POLICY, Kind.PARAMETERS, name, size);
            flow.data(left(POLICY, 0), right(server, 0), "forward");
        } else {
            flow.part(1, -0.6, POLICY, Kind.PARAMETERS, name, size);
            flow.data(bottom(POLICY, -0.5), top(server, -0.5), "forward");
        }
    }

    private void learner(String rows) {
        int helpers = pipeline.learners() - 1;
        flow.part(
                4,
                2,
                LEARNER,
                Kind.ROLE,
                LEARNER + " x 1",
                rows,
                helpers == 0 ? "" : helpers + (helpers == 1 ? " more shares" : " more share") + " its passes",
                helpers > 0 && pipeline.ownHelpers() < helpers ? "(executors that wait)" : "");
    }

    /** Rows that executors write and whoever acts reads. */
    private void rows() {
        flow.data(bottom(EXECUTOR, served() ? 0 : -0.5), left(WRITTEN, 0.5), "rows", Measure.STEPS);
        if (served()) {
            flow.data(right(WRITTEN, -0.5), bottom(ACTOR, 0), "observations");
        } else {
            flow.data(left(WRITTEN, -0.5), bottom(EXECUTOR, 0.6), "observations");
        }
    }

    /** {@code hts} and {@code sync}: two banks that change places at a barrier, or one that is learnt from in turns. */
    private void banks() {
        boolean overlaps = schedule.overlaps();
        flow.part(2, 2, WRITTEN, Kind.BANK, overlaps ? "bank W, interval k" : "bank, interval k", interval());
        rows();
        learner(overlaps ? "policy k becomes k+1" : "when the bank is full");
        flow.part(
                3,
                3,
                SWAP,
                Kind.MEETING,
                overlaps ? "swap barrier" : "barriers: full, and learnt",
                count(pipeline.executors()) + (pipeline.executors() == 1 ? " executor" : " executors")
                        + " and the learner");
        if (overlaps) {
            flow.part(3, 2, READ, Kind.BANK, "bank R, interval k-1", interval());
            flow.both(right(WRITTEN, 0.4), left(READ, 0.4), "swap", Measure.SWAPS);
            flow.data(right(READ, 0), left(LEARNER, 0), "rollouts", Measure.UPDATES);
        } else {
            flow.data(right(WRITTEN, 0.4), left(LEARNER, 0.4), "rollouts", Measure.UPDATES);
        }
        publish("policy k+1, at the swap");
        flow.waits(bottom(EXECUTOR, served() ? -0.5 : -0.8), left(SWAP, 0), "waits: interval full");
        flow.waits(bottom(LEARNER, 0), right(SWAP, -0.4), "waits: learnt");
    }

    /** {@code async}: completed rollouts queue up in a slab. */
    private void queue() {
        flow.part(
                2,
                2,
                WRITTEN,
                Kind.BANK,
                "slab",
                count(pipeline.slabColumns()) + " columns x " + pipeline.syncInterval() + " steps");
        rows();
        learner("an update at once");
        flow.part(3, 2, READ, Kind.BANK, "learner's copy", pipeline.columns() + " rollouts");
        flow.part(
                3,
                3,
                QUEUE,
                Kind.BUFFER,
                "rollout queue",
                "up to " + pipeline.async().queue() + " columns");
        flow.data(right(WRITTEN, 0.4), left(READ, 0.4), "copied", Measure.SWAPS);
        flow.data(right(READ, 0), left(LEARNER, 0), "rollouts", Measure.UPDATES);
        publish("policy of each update");
        flow.waits(bottom(EXECUTOR, served() ? -0.5 : -0.8), left(QUEUE, 0), "full columns\nwaits: a free one");
        flow.waits(bottom(LEARNER, 0), right(QUEUE, 0), "takes, waits");
    }

    private void publish(String label) {
        flow.data(top(LEARNER, 0), served() ? bottom(POLICY, 0) : right(POLICY, 0), label, Measure.SWAPS);
    }

    /** One thread in turns, and nobody to wait for. */
    private void serial() {
        flow.part(0, 1, ENVIRONMENTS, Kind.OUTSIDE, config.env() + " x " + pipeline.numEnvs(), wiring.place());
        flow.part(1, 1, SERIAL, Kind.ROLE, "serial x 1", "steps, acts and learns in turns", "batches of 1");
        flow.part(2, 0, POLICY, Kind.PARAMETERS, "policy k", count(wiring.parameters()) + " parameters");
        flow.part(2, 1, WRITTEN, Kind.BANK, "bank W, interval k", interval());
        flow.part(2, 2, READ, Kind.BANK, "bank R, interval k-1", interval());
        flow.both(right(ENVIRONMENTS, 0), left(SERIAL, 0), "step", Measure.STEPS);
        flow.both(top(SERIAL, 0.3), left(POLICY, 0), "forward; policy k+1", Measure.FORWARDS);
        flow.both(right(SERIAL, 0), left(WRITTEN, 0), "rows", Measure.STEPS);
        flow.both(bottom(WRITTEN, 0), top(READ, 0), "swap", Measure.SWAPS);
        flow.data(left(READ, 0), bottom(SERIAL, 0.3), "rollouts", Measure.UPDATES);
    }

    /** What only some runs have: beside the learner, or on the other side of one thread that does it all. */
    private void surroundings() {
        boolean alone = schedule.oneThread();
        int column = alone ? 0 : 5;
        String learner = alone ? SERIAL : LEARNER;
        if (config.algorithm() instanceof Replaying replaying) {
            flow.part(column, 2, REPLAY, Kind.BUFFER, "replay memory", count(replaying.bufferSize()) + " transitions");
            flow.both(
                    alone ? bottom(learner, -0.8) : right(learner, 0),
                    alone ? right(REPLAY, 0) : left(REPLAY, 0),
                    "transitions\nminibatches",
                    Measure.NOTHING);
        }
        if (run.evaluation().every() > 0) {
            flow.part(
                    column,
                    alone ? 0 : 1,
                    EVALUATOR,
                    Kind.ROLE,
                    "evaluator x 1",
                    "every " + count(run.evaluation().every()) + " intervals");
            flow.data(
                    alone ? top(learner, -0.6) : right(learner, -0.6),
                    alone ? right(EVALUATOR, 0) : left(EVALUATOR, 0),
                    "copies");
        }
        if (run.checkpoints().every() > 0) {
            flow.part(
                    column,
                    3,
                    WRITER,
                    Kind.ROLE,
                    "checkpoint writer x 1",
                    "every " + count(run.checkpoints().every()) + " intervals");
            flow.data(
                    alone ? bottom(learner, -0.4) : right(SWAP, 0.6),
                    alone ? right(WRITER, 0) : left(WRITER, 0),
                    "the run's state");
        }
    }
}

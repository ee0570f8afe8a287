package io.htsrl.monitor.graph;

import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.monitor.graph.Flow.Link;
import io.htsrl.monitor.graph.Flow.Link.End;
import io.htsrl.monitor.graph.Flow.Link.Measure;
import io.htsrl.monitor.graph.Flow.Link.Side;
import io.htsrl.monitor.graph.Flow.Part;
import io.htsrl.monitor.graph.Flow.Part.Kind;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Derives the data flow of a run from its resolved settings: the parts and links that {@code ConcurrentRun},
 * {@code SerialRun} and the {@code Connection}s of the trainer create. {@code RunFlowTest} compares its threads with
 * those of real runs. One thread.
 */
final class RunFlow {
    static final String EXECUTOR = "executor";
    static final String ACTOR = "actor";
    static final String LEARNER = "learner";
    static final String SERIAL = "serial";
    static final String WORKER = "worker";
    static final String EVALUATOR = "evaluator";
    private static final double MIDDLE = 0.5;
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
    private final List<Part> parts = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    private RunFlow(ResolvedRun run) {
        this.run = run;
        config = run.config();
        pipeline = config.pipeline();
        schedule = pipeline.schedule();
        wiring = Wiring.of(config);
    }

    /** Returns the flow of a resolved run; makes an environment to read its description. */
    static Flow of(ResolvedRun run) {
        return new RunFlow(run).flow();
    }

    private Flow flow() {
        part(0, 1, ENVIRONMENTS, Kind.OUTSIDE, config.env() + " x " + pipeline.numEnvs(), wiring.place());
        if (schedule.oneThread()) {
            serial();
        } else if (schedule.sharesParameters()) {
            workers();
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
        return new Flow(
                config.algorithm().algorithm() + " on " + config.env(), "schedule " + schedule + lag, parts, links);
    }

    private static String count(long number) {
        return Numbers.text("%,d", number);
    }

    private static String every(long intervals) {
        return "every " + count(intervals) + " intervals";
    }

    private static String plural(int number, String one) {
        return count(number) + " " + one + (number == 1 ? "" : "s");
    }

    private String interval() {
        return pipeline.numEnvs() + " environments x " + pipeline.syncInterval() + " steps";
    }

    private boolean served() {
        return pipeline.actors() > 0;
    }

    /** Adds executors, actors, and the rings between them. */
    private void threads() {
        String server = served() ? ACTOR : EXECUTOR;
        role(1, 1, EXECUTOR, pipeline.executors(), "steps environments", served() ? "" : "acts, " + batches());
        part(2, 0, STATES, Kind.BUFFER, "state buffer", "ring of " + wiring.stateSlots() + " indices");
        String rings = plural(pipeline.executors(), "ring") + ", " + wiring.actionSlots() + " indices";
        part(2, 1, ACTIONS, Kind.BUFFER, "action buffer", rings, pipeline.numEnvs() + " output rows");
        if (served()) {
            role(3, 0.5, ACTOR, pipeline.actors(), batches());
        }
        both(right(ENVIRONMENTS, 0), left(EXECUTOR, 0), "step", Measure.STEPS);
        data(top(EXECUTOR, 0.1), left(STATES, -0.5), "ready states", Measure.STEPS, served() ? 0.5 : 0.6);
        if (served()) {
            data(right(STATES, 0), left(ACTOR, -0.5), "take, waits", Measure.FORWARDS);
            data(left(ACTOR, 0.5), right(ACTIONS, 0), "output rows");
            data(left(ACTIONS, 0), right(EXECUTOR, 0), "take, waits", Measure.STEPS);
        } else {
            data(left(STATES, 0.5), top(EXECUTOR, 0.7), "poll", Measure.FORWARDS, 0.8);
            data(right(EXECUTOR, -0.5), left(ACTIONS, -0.5), "output rows");
            data(left(ACTIONS, 0.5), right(EXECUTOR, 0.5), "take, waits", Measure.STEPS);
        }
        policy(server);
    }

    private String batches() {
        return schedule.lockstep() ? "batches of " + pipeline.numEnvs() : "batches of 1 to " + pipeline.batchLimit();
    }

    /** Adds the acting parameters. */
    private void policy(String server) {
        String name = schedule.barrier() ? "policy k" : "newest policy";
        String size = count(wiring.parameters()) + " parameters";
        if (served()) {
            part(4, 0.5, POLICY, Kind.PARAMETERS, name, size);
            data(left(POLICY, 0), right(server, 0), "forward");
        } else {
            part(1, -0.6, POLICY, Kind.PARAMETERS, name, size);
            data(bottom(POLICY, -0.5), top(server, -0.5), "forward");
        }
    }

    private void learner(String rows) {
        int helpers = pipeline.learners() - 1;
        String sharing = helpers == 0 ? "" : helpers + (helpers == 1 ? " more shares" : " more share") + " its passes";
        String own = helpers > 0 && pipeline.ownHelpers() < helpers ? "(executors that wait)" : "";
        role(4, 2, LEARNER, 1, rows, sharing, own);
    }

    /** Adds the rows that executors write and the thread that acts reads. */
    private void rows() {
        data(bottom(EXECUTOR, served() ? 0 : -0.5), left(WRITTEN, 0.5), "rows", Measure.STEPS);
        if (served()) {
            data(right(WRITTEN, -0.5), bottom(ACTOR, 0), "observations");
        } else {
            data(left(WRITTEN, -0.5), bottom(EXECUTOR, 0.6), "observations");
        }
    }

    /**
     * Adds the banks: under {@code hts} and {@code sync} two that swap at a barrier, or one that is filled and learnt
     * from in turns.
     */
    private void banks() {
        boolean overlaps = schedule.overlaps();
        part(2, 2, WRITTEN, Kind.BANK, overlaps ? "bank W, interval k" : "bank, interval k", interval());
        rows();
        learner(overlaps ? "policy k becomes k+1" : "when the bank is full");
        String meeting = overlaps ? "swap barrier" : "barriers: full, and learnt";
        part(3, 3, SWAP, Kind.MEETING, meeting, plural(pipeline.executors(), "executor") + " and the learner");
        if (overlaps) {
            part(3, 2, READ, Kind.BANK, "bank R, interval k-1", interval());
            both(right(WRITTEN, 0.4), left(READ, 0.4), "swap", Measure.SWAPS);
            data(right(READ, 0), left(LEARNER, 0), "rollouts", Measure.UPDATES);
        } else {
            data(right(WRITTEN, 0.4), left(LEARNER, 0.4), "rollouts", Measure.UPDATES);
        }
        publish("policy k+1, at the swap");
        waits(bottom(EXECUTOR, served() ? -0.5 : -0.8), left(SWAP, 0), "waits: interval full");
        waits(bottom(LEARNER, 0), right(SWAP, -0.4), "waits: learnt");
    }

    /** Adds the slab in which completed rollouts of {@code async} wait. */
    private void queue() {
        String columns = count(pipeline.slabColumns()) + " columns x " + pipeline.syncInterval() + " steps";
        part(2, 2, WRITTEN, Kind.BANK, "slab", columns);
        rows();
        learner("an update at once");
        part(3, 2, READ, Kind.BANK, "learner's copy", pipeline.columns() + " rollouts");
        part(
                3,
                3,
                QUEUE,
                Kind.BUFFER,
                "rollout queue",
                "up to " + pipeline.async().queue() + " columns");
        data(right(WRITTEN, 0.4), left(READ, 0.4), "copied", Measure.SWAPS);
        data(right(READ, 0), left(LEARNER, 0), "rollouts", Measure.UPDATES);
        publish("policy of each update");
        waits(bottom(EXECUTOR, served() ? -0.5 : -0.8), left(QUEUE, 0), "full columns\nwaits: a free one");
        waits(bottom(LEARNER, 0), right(QUEUE, 0), "takes, waits");
    }

    private void publish(String label) {
        data(top(LEARNER, 0), served() ? bottom(POLICY, 0) : right(POLICY, 0), label, Measure.SWAPS);
    }

    /** Adds one thread that acts and learns in turns, without waits. */
    private void serial() {
        role(1, 1, SERIAL, 1, "steps, acts and learns in turns", "batches of 1");
        part(2, 0, POLICY, Kind.PARAMETERS, "policy k", count(wiring.parameters()) + " parameters");
        part(2, 1, WRITTEN, Kind.BANK, "bank W, interval k", interval());
        part(2, 2, READ, Kind.BANK, "bank R, interval k-1", interval());
        both(right(ENVIRONMENTS, 0), left(SERIAL, 0), "step", Measure.STEPS);
        both(top(SERIAL, 0.3), left(POLICY, 0), "forward; policy k+1", Measure.FORWARDS);
        both(right(SERIAL, 0), left(WRITTEN, 0), "rows", Measure.STEPS);
        both(bottom(WRITTEN, 0), top(READ, 0), "swap", Measure.SWAPS);
        data(left(READ, 0), bottom(SERIAL, 0.3), "rollouts", Measure.UPDATES);
    }

    /** Adds the threads of {@code a3c}, each with a bank of its own. */
    private void workers() {
        int workers = pipeline.executors();
        role(1, 1, WORKER, workers, "each steps, acts and learns", "batches of " + pipeline.columns());
        part(2, 0, POLICY, Kind.PARAMETERS, "shared policy", count(wiring.parameters()) + " parameters");
        String rollout = plural(pipeline.columns(), "environment") + " x " + pipeline.syncInterval() + " steps";
        part(2, 1, WRITTEN, Kind.BANK, plural(workers, "bank"), rollout);
        both(right(ENVIRONMENTS, 0), left(WORKER, 0), "step", Measure.STEPS);
        both(top(WORKER, 0.3), left(POLICY, 0), "copy; gradient", Measure.UPDATES);
        both(right(WORKER, 0), left(WRITTEN, 0), "rows", Measure.STEPS);
    }

    /** Adds parts of some runs only: beside the learner, or beside threads that learn and act. */
    private void surroundings() {
        boolean alone = schedule.oneThread() || schedule.sharesParameters();
        int column = alone ? 0 : 5;
        String learner = schedule.sharesParameters() ? WORKER : alone ? SERIAL : LEARNER;
        if (config.algorithm() instanceof Replaying replaying) {
            part(column, 2, REPLAY, Kind.BUFFER, "replay memory", count(replaying.bufferSize()) + " transitions");
            both(
                    alone ? bottom(learner, -0.8) : right(learner, 0),
                    alone ? right(REPLAY, 0) : left(REPLAY, 0),
                    "transitions\nminibatches",
                    Measure.NOTHING);
        }
        if (run.evaluation().every() > 0) {
            role(column, alone ? 0 : 1, EVALUATOR, 1, every(run.evaluation().every()));
            data(
                    alone ? top(learner, -0.6) : right(learner, -0.6),
                    alone ? right(EVALUATOR, 0) : left(EVALUATOR, 0),
                    "copies");
        }
        if (run.checkpoints().every() > 0) {
            role(column, 3, WRITER, 1, every(run.checkpoints().every()));
            data(
                    alone ? bottom(learner, -0.4) : right(SWAP, 0.6),
                    alone ? right(WRITER, 0) : left(WRITER, 0),
                    "the run's state");
        }
    }

    private void part(double column, double row, String id, Part.Kind kind, String title, String... lines) {
        List<String> said = Arrays.stream(lines).filter(line -> !line.isEmpty()).toList();
        parts.add(new Part(id, kind, title, said, column, row));
    }

    private void role(double column, double row, String id, int threads, String... lines) {
        part(column, row, id, Kind.ROLE, id.replace('_', ' ') + " x " + threads, lines);
    }

    private static End left(String part, double place) {
        return new End(part, Side.LEFT, place);
    }

    private static End right(String part, double place) {
        return new End(part, Side.RIGHT, place);
    }

    private static End top(String part, double place) {
        return new End(part, Side.TOP, place);
    }

    private static End bottom(String part, double place) {
        return new End(part, Side.BOTTOM, place);
    }

    private void data(End from, End to, String label, Measure measure) {
        data(from, to, label, measure, MIDDLE);
    }

    /** @param at position of the label: two in the middle of neighbouring curves would cover each other */
    private void data(End from, End to, String label, Measure measure, double at) {
        links.add(new Link(from, to, Link.Kind.DATA, label, measure, at));
    }

    private void data(End from, End to, String label) {
        data(from, to, label, Measure.NOTHING);
    }

    private void both(End from, End to, String label, Measure measure) {
        links.add(new Link(from, to, Link.Kind.BOTH_WAYS, label, measure, MIDDLE));
    }

    private void waits(End from, End to, String label) {
        links.add(new Link(from, to, Link.Kind.WAIT, label, Measure.NOTHING, MIDDLE));
    }

    /**
     * Sizes of a run's parts, read from rings and a network that are made as the trainer makes them, and discarded.
     * Immutable.
     *
     * @param parameters parameters of the acting network, and of the learner's further networks
     * @param remote whether environments compute outside this process
     * @param stateSlots slots of the state ring; 0 for a run without one
     * @param actionSlots slots of all action rings
     */
    private record Wiring(int parameters, boolean remote, int stateSlots, int actionSlots) {

        static Wiring of(RunConfig config) {
            PipelineConfig pipeline = config.pipeline();
            return config.ask((Environment environment) -> {
                int parameters = config.policy(environment.spec()).parameterCount();
                boolean remote = environment instanceof RemoteEnvironment
                        || Environments.processes(config.env(), config.envOptions()) > 0; // of a recorded run
                if (pipeline.schedule().oneThread() || pipeline.schedule().sharesParameters()) {
                    return new Wiring(parameters, remote, 0, 0);
                }
                RunControl control = new RunControl();
                int[] owners = IntStream.range(0, pipeline.numEnvs())
                        .map(replica -> replica % pipeline.executors())
                        .toArray();
                return new Wiring(
                        parameters,
                        remote,
                        new DisruptorStateBuffer(pipeline.numEnvs(), pipeline.waitMode(), control).capacity(),
                        new DisruptorActionBuffer(owners, 1, remote, pipeline.waitMode(), control).capacity());
            });
        }

        /** Returns where environments compute, as text for the user; empty for the executors' own threads. */
        String place() {
            return remote ? "in processes of their own" : "";
        }
    }
}

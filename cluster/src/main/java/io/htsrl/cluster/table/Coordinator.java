package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.table.AssignmentTable.Order;
import io.htsrl.cluster.table.ClusterCounters.Count;
import io.htsrl.cluster.table.ColumnDecoders.DecodedColumn;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.executors.Replica;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.rollouts.StartStates;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Fills every bank, even when nodes fall silent, fail or are late. It assigns columns to workers, takes the first
 * result of each, compares later ones, and reassigns the columns of a worker whose lease has expired. Without nodes the
 * learner's own machine fills the bank. One thread at a time; the caller gives the time, in nanoseconds.
 */
public final class Coordinator {
    private static final int MOST_FAILURES = 2;
    /** Divisor of the lease: the quotient is the grace time of stragglers. */
    private static final int GRACE = 4;

    private final BankShape shape;
    private final StartStates states;
    private final int[] keepers; // worker that has each replica at the beginning of the current interval
    private final ColumnWorker own;
    private final AssignmentTable.Lease lease;
    private final Consumer<String> log;
    private final ColumnDecoders decoders;
    private final Map<Integer, Member> members = new TreeMap<>(); // nodes, by number
    private final Audit audit;
    private final int[] failures;
    private final ClusterCounters tally = new ClusterCounters();
    private AssignmentTable table;
    private AssignmentTable before; // table of the previous interval, with which late results are compared
    private BankRequest fill; // null between intervals
    private long interval = -1;
    private RunFailedException broken;

    /**
     * A request to fill a bank.
     *
     * @param filled bank of the previous interval
     * @param done completed when the bank is full, exceptionally when it cannot be filled
     */
    public record BankRequest(
            long interval, float[] parameters, StorageBank bank, StorageBank filled, CompletableFuture<Void> done) {
        public long version() {
            return bank.collectedUnder();
        }
    }

    /**
     * Selects the columns that the learner's own machine computes again to compare them: one in {@code oneIn}, by key,
     * interval and column. Immutable.
     *
     * @param key random key that no node knows; it affects no bit of the run
     * @param oneIn one in so many columns; 0 for none
     */
    public record Audit(long key, int oneIn) {
        public static final Audit NONE = new Audit(0, 0);

        /** Creates an audit with a random key. */
        public static Audit drawn(int oneIn) {
            return new Audit(ByteBuffer.wrap(Secret.nonce()).getLong(), oneIn);
        }

        /** Returns the selected columns of an interval. */
        BitSet columns(long interval, int columns) {
            BitSet chosen = new BitSet();
            RandomStream stream = RandomStream.root(key).spawn("audit");
            for (int column = 0; oneIn > 0 && column < columns; column++) {
                chosen.set(column, Long.remainderUnsigned(stream.bits(interval, column), oneIn) == 0);
            }
            return chosen;
        }
    }

    /** The coordinator's state of a node. The coordinator's thread. */
    private static final class Member {
        private final ColumnWorker worker;
        private boolean live = true;
        private boolean resting; // whether it gets no more work in this interval
        private boolean draining; // whether it gets no more work, except columns that only it can continue
        private long lastMessage;
        private long progress;
        private long progressed;
        private boolean behind; // whether it still works for an interval that others have completed
        private final Map<Attempt, Integer> owed = new HashMap<>(); // number of columns by unfinished order

        private record Attempt(long interval, int number) {}

        Member(ColumnWorker worker, long now) {
            this.worker = worker;
            this.lastMessage = now;
            this.progressed = now;
        }

        /** Returns whether the node may get columns that only it can continue. */
        private boolean usable() {
            return live && !resting && !behind;
        }

        /** Returns whether the node gets no more work and owes none. */
        private boolean drained() {
            return draining && owed.isEmpty();
        }

        void renew(long newProgress, long now) {
            lastMessage = now;
            if (newProgress != progress) {
                progress = newProgress;
                progressed = now;
            }
        }

        /** Records that a result of the node has arrived. */
        void progressed(long interval, int attempt, long now) {
            lastMessage = now;
            progressed = now;
            owed.computeIfPresent(new Attempt(interval, attempt), (key, left) -> left == 1 ? null : left - 1);
            behind = behind && !owed.isEmpty();
        }

        /** Records that the node gets work after it was idle. */
        void gotWork(long interval, Order order, long now) {
            progressed = now;
            owed.put(new Attempt(interval, order.attempt()), order.to() - order.from());
        }

        /** Forgets an order that will get no more results. */
        void forgive(long interval, int attempt) {
            owed.remove(new Attempt(interval, attempt));
            behind = behind && !owed.isEmpty();
        }

        /** Resets the state for another interval. */
        void refresh() {
            resting = false;
            behind = !owed.isEmpty();
        }

        long silent(long now) {
            return now - lastMessage;
        }

        long idle(long now) {
            return now - progressed;
        }
    }

    /**
     * Creates the coordinator of one run.
     *
     * @param own the learner's own machine
     * @param log receives lines for the user
     * @param audit selects columns that {@code own} computes again
     */
    public Coordinator(
            BankShape shape,
            StartStates states,
            ColumnWorker own,
            AssignmentTable.Lease lease,
            Consumer<String> log,
            Audit audit) {
        this.shape = shape;
        this.states = states;
        this.own = own;
        this.lease = lease;
        this.log = log;
        this.decoders = new ColumnDecoders(shape);
        this.keepers = new int[shape.environments()];
        Arrays.fill(keepers, AssignmentTable.NO_WORKER);
        this.failures = new int[shape.environments()];
        this.audit = audit;
    }

    /** Returns the decoders of the columns that {@link #result} takes; the coordinator's creator closes them. */
    public ColumnDecoders decoders() {
        return decoders;
    }

    public ClusterCounters tally() {
        return tally;
    }

    /** Returns the number of a node's columns that have not come back. */
    public int held(int node) {
        return fill == null ? 0 : table.held(node);
    }

    /**
     * Returns whether the run waits for a machine that has columns, or that a waiting column needs. The leases and the
     * end of a silent node's session bound both waits.
     */
    public boolean working(long now) {
        return held(own.id()) > 0
                || members.values().stream().anyMatch(node -> held(node.worker.id()) > 0)
                || fill != null && table.waiting(bound()).stream().anyMatch(column -> awaitsKeeper(column, now));
    }

    private boolean awaitsKeeper(int column, long now) {
        Member keeper = members.get(keepers[column]);
        return keeper != null && (!keeper.live || keeper.idle(now) <= lease.standstill());
    }

    /** Returns the number of columns of the newest interval that nodes filled and whose audit is open. */
    public int openAudits() {
        return broken == null && table != null ? table.openAudits(own.id()) : 0;
    }

    /** Drops all open audits, since the run has ended. */
    public void endAudits() {
        drop(before);
        drop(table);
    }

    private void drop(AssignmentTable of) {
        int columns = of == null ? 0 : of.openAudits(own.id());
        if (columns > 0 && tally.count(Count.AUDITS_DROPPED) == 0) {
            log.accept(
                    "warning: audits of " + columns + " columns were dropped, because this machine was too late with "
                            + "them: give a greater --audit, so that fewer are made");
        }
        tally.add(Count.AUDITS_DROPPED, columns);
    }

    /** Returns a node's state as text for the user. */
    public String state(int node) {
        String busy = held(node) > 0 ? "at work" : "waits";
        return member(node)
                .map(of -> !of.live ? "silent" : of.resting && held(node) == 0 ? "is spared" : busy)
                .orElse("gone");
    }

    /** Returns the nodes that may get columns. */
    private List<Integer> free() {
        return members.values().stream()
                .filter(node -> node.usable() && !node.draining)
                .map(node -> node.worker.id())
                .toList();
    }

    /** Returns the environments that only one worker can continue. */
    private BitSet bound() {
        BitSet bound = new BitSet();
        for (int environment = 0; environment < keepers.length; environment++) {
            bound.set(environment, !states.movable(environment));
        }
        return bound;
    }

    private Optional<Member> member(int node) {
        return Optional.ofNullable(members.get(node));
    }

    private String name(int worker) {
        String name = member(worker).map(member -> member.worker.name()).orElse("a node that has left");
        return worker == own.id() ? own.name() : name;
    }

    /** Returns the number of live nodes. */
    public int live() {
        return (int) members.values().stream().filter(node -> node.live).count();
    }

    /** Returns the nanoseconds since a node's last sign of life; 0 for one that has left. */
    public long silent(int node, long now) {
        return member(node).map(member -> member.silent(now)).orElse(0L);
    }

    // ---- nodes come and go ----

    /** Adds a node, from the next interval on, or at once where columns wait. */
    public void join(ColumnWorker node, long now) {
        members.put(node.id(), new Member(node, now));
        tally.add(Count.JOINED, 1);
        assign(now);
    }

    /** Records a node's sign of life and its progress. */
    public void beat(int node, long progress, long now) {
        member(node).ifPresent(member -> {
            wake(member);
            member.renew(progress, now);
        });
    }

    private void wake(Member member) {
        if (!member.live) {
            member.live = true;
            log.accept(member.worker.name() + " answers again");
        }
    }

    /** Gives a node no more work, except columns that only it can continue. */
    public void drain(int node) {
        member(node).ifPresent(member -> member.draining = true);
    }

    /** Returns whether a node that gets no more work owes none, and may leave. */
    public boolean drained(int node) {
        Member member = members.get(node);
        return member != null && member.drained() && bound().stream().noneMatch(column -> keepers[column] == node);
    }

    /** Removes a node for good. */
    public void leave(int node, String why, long now) {
        Member member = members.remove(node);
        if (member != null) {
            tally.add(Count.LOST, member.drained() ? 0 : 1);
            release(member, why, member.silent(now), now);
        }
    }

    /** Checks the leases. */
    public void tick(long now) {
        for (Member member : members.values()) {
            if (member.live && member.silent(now) > lease.silence()) {
                member.live = false;
                tally.add(Count.LOST, 1);
                release(
                        member,
                        "has been silent for " + AssignmentTable.Lease.text(member.silent(now)),
                        member.silent(now),
                        now);
            } else if (member.live
                    && fill != null
                    && member.idle(now) > lease.standstill()
                    && table.busy(member.worker.id())) {
                member.resting = true; // for the rest of the interval
                release(
                        member,
                        "has made no progress for " + AssignmentTable.Lease.text(member.idle(now)),
                        member.idle(now),
                        now);
            }
        }
        assign(now);
        second(now);
    }

    /** Assigns late columns to idle nodes as second workers. */
    private void second(long now) {
        BitSet late = fill == null ? new BitSet() : table.late(now, lease.silence() / GRACE);
        late.andNot(bound());
        if (late.isEmpty()) {
            return;
        }
        List<Integer> idle =
                free().stream().filter(worker -> !table.busy(worker)).toList();
        for (Order order : table.second(idle, late)) {
            tally.add(Count.SECOND, order.to() - order.from());
            work(order, now);
        }
    }

    private void release(Member member, String why, long unnoticed, long now) {
        tally.lost(
                member.worker.name(), unnoticed, fill == null ? new BitSet() : table.columns(member.worker.id()), now);
        int columns = fill == null ? 0 : table.release(member.worker.id());
        tally.add(Count.AGAIN, columns);
        log.accept(member.worker.name() + " " + why
                + (columns == 0 ? "" : "; " + columns + " of its columns go to others, with their start states"));
        assign(now);
    }

    // ---- an interval ----

    /** Begins to fill a bank. */
    public void begin(BankRequest next, long now) {
        if (broken != null) {
            next.done().completeExceptionally(broken);
            return;
        }
        fill = next;
        interval = next.interval();
        drop(before);
        before = table;
        table = new AssignmentTable(shape.environments(), states.together());
        members.values().forEach(Member::refresh);
        Arrays.fill(failures, 0);
        assign(now);
        audit(now);
    }

    /** Recomputes some columns of nodes here, from the same starts, to detect wrong results. */
    private void audit(long now) {
        if (fill == null) {
            return;
        }
        BitSet chosen = audit.columns(interval, shape.environments());
        chosen.andNot(table.columns(own.id()));
        chosen.andNot(bound());
        for (Order order : table.second(List.of(own.id()), chosen)) {
            table.audit(order);
            work(order, now);
        }
    }

    private void assign(long now) {
        if (fill == null || !table.waiting()) {
            return;
        }
        BitSet bound = bound();
        List<Integer> free = free();
        table.assign(free.isEmpty() ? List.of(own.id()) : free, column -> !bound.get(column))
                .forEach(order -> work(order, now));
        for (int column : table.waiting(bound).stream().toArray()) {
            assignBound(column, now);
        }
    }

    /** Assigns a column that only one worker can fill; the run ends when that worker is lost. */
    private void assignBound(int column, long now) {
        int keeper = keepers[column];
        Member member = members.get(keeper);
        if (fill == null) {
            return; // ended by another column
        }
        if (keeper == own.id() || (member != null && member.usable())) {
            table.assign(List.of(keeper), each -> each == column).forEach(order -> work(order, now));
        } else if (member == null || member.resting) {
            fail(
                    "environment " + column + " can be continued only by " + name(keeper)
                            + ", which makes no progress: its episode has more than " + Replica.MOST_LOGGED
                            + " numbers of actions and is not kept to be replayed; resume the run from its last "
                            + "checkpoint with 'hts resume', which counts such an episode as truncated",
                    null);
        }
    }

    private void work(Order order, long now) {
        table.begin(now);
        member(order.worker()).ifPresent(member -> member.gotWork(interval, order, now));
        member(order.worker()).map(member -> member.worker).orElse(own).work(unit(order), fill.parameters());
    }

    /** Makes the unit of an order, with the start of each replica that its worker does not have. */
    private ColumnUnit unit(Order order) {
        byte[][] starts = new byte[order.to() - order.from()][];
        for (int environment = order.from(); environment < order.to(); environment++) {
            if (keepers[environment] != order.worker()) {
                starts[environment - order.from()] = start(environment);
            }
        }
        return new ColumnUnit(interval, fill.version(), order.attempt(), order.from(), order.to(), starts);
    }

    /** Returns the start of a replica in this interval; null where it begins the run. */
    private byte[] start(int environment) {
        // an agent's column may be done, and is filled again with those of the others
        byte[] state = table.done(environment) ? states.before(environment) : states.of(environment);
        return state == null ? null : ColumnCodec.start(state, fill.filled(), environment);
    }

    /** Assigns columns again, with their starts, because a worker lacks a replica. */
    public void missing(int worker, long ofInterval, int attempt, long now) {
        Order order = under(worker, ofInterval, attempt);
        if (order != null) {
            Arrays.fill(keepers, order.from(), order.to(), AssignmentTable.NO_WORKER);
            table.release(order);
            assign(now);
        }
        endAudit(worker, ofInterval, attempt, "its start is missing");
    }

    /** Ends an audit that the learner's own machine could not compute. */
    private void endAudit(int worker, long ofInterval, int attempt, String why) {
        Order order = worker == own.id() && ofInterval == interval ? table.order(attempt) : null;
        int columns = order == null ? 0 : table.endAudits(order);
        if (columns > 0) {
            log.accept("an audit could not be made: " + why);
            tally.add(Count.AUDITS_DROPPED, columns);
        }
    }

    /** Assigns the columns that a worker could not fill to another one. After two failures the run ends. */
    public void failed(int worker, long ofInterval, int attempt, String message, long now) {
        Order order = under(worker, ofInterval, attempt);
        endAudit(worker, ofInterval, attempt, message);
        if (order == null || table.release(order) == 0) {
            return;
        }
        failures[order.from()]++;
        Member member = members.get(worker);
        if (member == null || failures[order.from()] >= MOST_FAILURES) {
            fail(message + (member == null ? "" : " (on " + member.worker.name() + ")"), null);
            return;
        }
        member.resting = true;
        tally.add(Count.AGAIN, order.to() - order.from());
        log.accept(member.worker.name() + " failed, and its columns go to others: " + message);
        assign(now);
    }

    /** Returns the order that has ended, unless it belongs to another interval or worker. */
    private Order under(int worker, long ofInterval, int attempt) {
        member(worker).ifPresent(member -> member.forgive(ofInterval, attempt));
        Order order = fill == null || ofInterval != interval ? null : table.order(attempt);
        return isForeign(worker, order) ? null : order;
    }

    /** Returns whether a worker answers an order of another one; counts such answers. */
    private boolean isForeign(int worker, Order order) {
        boolean foreign = order != null && order.worker() != worker;
        tally.add(Count.FOREIGN, foreign ? 1 : 0);
        return foreign;
    }

    /** Accepts a column that has arrived, and decodes it on the caller's thread. */
    public void result(int worker, ColumnResult result, long now) {
        result(worker, decoders.decode(result), now);
    }

    /** Accepts a decoded column. It is written only if its order is of this interval, and only once. */
    public void result(int worker, DecodedColumn column, long now) {
        try {
            arrived(worker, column, now);
        } finally {
            column.release().run();
        }
    }

    private void arrived(int worker, DecodedColumn column, long now) {
        ColumnResult result = column.result();
        AssignmentTable of = result.interval() == interval ? table : result.interval() == interval - 1 ? before : null;
        if (of != null && isForeign(worker, of.order(result.attempt()))) {
            return;
        }
        member(worker).ifPresent(member -> {
            wake(member);
            member.progressed(result.interval(), result.attempt(), now);
        });
        if (of == null || broken != null || result.environment() < 0 || result.environment() >= shape.environments()) {
            return;
        }
        boolean begun = of == table && !table.done(result.environment());
        String fault = column.fault() == null && begun && !states.follows(result.environment(), result.end())
                ? "its episode does not follow the one before"
                : column.fault();
        if (fault == null) {
            take(of, column, now);
        } else {
            failed(worker, result.interval(), result.attempt(), "an invalid column has arrived: " + fault, now);
        }
    }

    private void take(AssignmentTable of, DecodedColumn column, long now) {
        ColumnResult result = column.result();
        AssignmentTable.Verdict verdict = of.result(result.environment(), result.attempt(), column.digest());
        if (verdict == AssignmentTable.Verdict.AGAIN || verdict == AssignmentTable.Verdict.DIFFERENT) {
            // both columns are there: an audit ends, whichever of them arrived first
            tally.add(Count.AUDITED, of.audited(result.environment(), result.attempt(), own.id()) ? 1 : 0);
        }
        switch (verdict) {
            case FIRST -> {
                column.codec().store(fill.bank(), result.environment());
                states.keep(result.environment(), result.end());
                tally.full(result.environment(), now);
                of.full(result.attempt(), now);
                tally.add(Count.OWN, of.doer(result.environment()) == own.id() ? 1 : 0);
                if (of.complete()) {
                    complete();
                }
            }
            case AGAIN -> tally.add(Count.DUPLICATE, 1);
            case DIFFERENT -> different(of, column);
            case UNKNOWN -> {}
        }
    }

    private void complete() {
        Arrays.setAll(keepers, table::doer);
        tally.add(Count.COLUMNS, shape.environments());
        BankRequest full = fill;
        fill = null;
        full.done().complete(null);
    }

    private void different(AssignmentTable of, DecodedColumn column) {
        ColumnResult result = column.result();
        int environment = result.environment();
        Optional<String> where = of == table && fill != null
                ? column.codec()
                        .difference(fill.bank(), environment)
                        .map(found -> ": " + found.field() + " of step " + found.step() + " is " + found.other()
                                + ", and was " + found.reference())
                : Optional.empty();
        fail(
                "column " + environment + " of interval " + result.interval() + " came twice with different bits, from "
                        + name(of.doer(environment)) + " and from "
                        + name(of.order(result.attempt()).worker())
                        + where.orElse("")
                        + "; an environment's episodes must follow from seed and actions alone, on every machine",
                null);
    }

    /** Returns the reason why the run has to end; null where none exists. */
    public RunFailedException failure() {
        return broken;
    }

    /** Ends the run now, with the next interval, or at its end where no interval follows. */
    public void fail(String message, Throwable cause) {
        RunFailedException failure = new RunFailedException(message, interval, cause);
        BankRequest under = fill;
        fill = null;
        broken = failure;
        if (under != null) {
            under.done().completeExceptionally(failure);
        }
    }
}

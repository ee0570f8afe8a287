package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnResult;
import io.htsrl.cluster.table.AssignmentTable.Order;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.storage.BankShape;
import io.htsrl.trainer.rollouts.StartStates;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Has every bank filled, whoever falls silent, fails or comes late: gives columns to hands, takes the first result of each,
 * compares later ones, and gives columns to others where a hand's lease has run out. With no node at hand the learner's
 * own machine does it. One thread at a time; time is what the caller says it is, in nanoseconds.
 */
public final class Coordinator {
    private static final int NOBODY = -1;
    private static final int MOST_FAILURES = 2;
    /** Of the lease: what a straggler may lag behind. */
    private static final int GRACE = 4;

    private final BankShape shape;
    private final StartStates states;
    private final UnitMaker units;
    private final Hand own;
    private final Lease lease;
    private final Consumer<String> tell;
    private final ColumnCodec codec;
    private final Members nodes;
    private final int[] failures;
    private final Tally tally = new Tally();
    private final Losses losses = new Losses(tally);
    private AssignmentTable table;
    private Pace pace;
    private AssignmentTable before; // of the interval before: late results are compared with it
    private Fill fill; // null between intervals
    private long interval = NOBODY;
    private RunFailedException broken;

    /**
     * A coordinator of one run.
     *
     * @param own  the learner's own machine
     * @param tell hears what a person wants to know
     */
    public Coordinator(BankShape shape, StartStates states, Hand own, Lease lease, Consumer<String> tell) {
        this.shape = shape;
        this.states = states;
        this.own = own;
        this.nodes = new Members(own);
        this.lease = lease;
        this.tell = tell;
        this.codec = new ColumnCodec(shape);
        this.units = new UnitMaker(shape.environments(), states);
        this.failures = new int[shape.environments()];
    }

    public Tally tally() {
        return tally;
    }

    /** How many columns a node has that are not back. */
    public int held(int node) {
        return fill == null ? 0 : table.held(node);
    }

    /** What a node is at, for people. */
    public String state(int node) {
        Member member = nodes.get(node);
        return member == null ? "gone" : member.state(held(node) > 0);
    }

    /** Nodes that are heard of. */
    public int live() {
        return nodes.live();
    }

    public boolean live(int node) {
        return nodes.live(node);
    }

    // ---- nodes come and go ----

    /** A node takes part, from the next interval on, or at once where columns wait. */
    public void join(Hand node, long now) {
        nodes.join(node, now);
        assign(now);
    }

    /** A node says that it is there, and how far it is. */
    public void beat(int node, long progress, long now) {
        Member member = nodes.get(node);
        if (member != null) {
            member.wake(tell);
            member.heard(progress, now);
        }
    }

    /** A node is gone for good. */
    public void leave(int node, String why, long now) {
        Member member = nodes.remove(node);
        if (member != null) {
            tally.lose();
            release(member, why, member.silent(now), now);
        }
    }

    /** Looks at the leases. */
    public void tick(long now) {
        for (Member member : nodes.all()) {
            if (member.live() && member.silent(now) > lease.silence()) {
                member.lose();
                tally.lose();
                release(member, "has been silent for " + Lease.text(member.silent(now)), member.silent(now), now);
            } else if (member.live()
                    && fill != null
                    && member.idle(now) > lease.standstill()
                    && table.busy(member.id())) {
                member.rest(); // for the rest of the interval
                release(member, "has not got on for " + Lease.text(member.idle(now)), member.idle(now), now);
            }
        }
        assign(now);
        second(now);
    }

    /** Who has nothing to do tries what others are late with. */
    private void second(long now) {
        BitSet late = fill == null ? new BitSet() : pace.late(now);
        if (late.isEmpty()) {
            return;
        }
        Set<Integer> busy = table.busy();
        List<Integer> idle =
                nodes.free().stream().filter(hand -> !busy.contains(hand)).toList();
        for (Order order : table.second(idle, late)) {
            pace.beginSecond(order, now);
            tally.second(order.to() - order.from());
            work(order, now);
        }
    }

    private void release(Member member, String why, long unnoticed, long now) {
        losses.lost(member.name(), unnoticed, fill == null ? new BitSet() : table.columns(member.id()), now);
        int columns = fill == null ? 0 : table.release(member.id());
        tally.again(columns);
        tell.accept(member.name() + " " + why
                + (columns == 0 ? "" : "; " + columns + " of its columns go to others, with their start states"));
        assign(now);
    }

    // ---- an interval ----

    /** Begins to fill a bank. */
    public void begin(Fill next, long now) {
        if (broken != null) {
            next.done().completeExceptionally(broken);
            return;
        }
        fill = next;
        interval = next.interval();
        before = table;
        table = new AssignmentTable(shape.environments());
        pace = new Pace(shape.environments(), lease.silence() / GRACE);
        nodes.all().forEach(Member::refresh);
        Arrays.fill(failures, 0);
        assign(now);
    }

    private void assign(long now) {
        if (fill == null || !table.waiting()) {
            return;
        }
        List<Integer> free = nodes.free();
        for (Order order : table.assign(free.isEmpty() ? List.of(own.id()) : free)) {
            pace.begin(order, now);
            work(order, now);
        }
    }

    private void work(Order order, long now) {
        Member member = nodes.get(order.hand());
        if (member != null) {
            member.gotWork(interval, order, now);
        }
        (member == null ? own : member.hand()).work(units.unit(order, fill), fill.parameters());
    }

    /** A hand relied on a replica that is not there: it gets the start, or somebody else. */
    public void missing(int hand, long ofInterval, int attempt, long now) {
        Order order = under(hand, ofInterval, attempt);
        if (order != null) {
            units.forget(order);
            table.release(order);
            assign(now);
        }
    }

    /** A hand could not fill its columns: another one tries, unless two have failed. */
    public void failed(int hand, long ofInterval, int attempt, String message, long now) {
        Order order = under(hand, ofInterval, attempt);
        if (order == null || table.release(order) == 0) {
            return;
        }
        failures[order.from()]++;
        Member member = nodes.get(hand);
        if (member == null || failures[order.from()] >= MOST_FAILURES) {
            fail(message + (member == null ? "" : " (on " + member.name() + ")"), null);
            return;
        }
        member.rest();
        tally.again(order.to() - order.from());
        tell.accept(member.name() + " could not go on, and others try: " + message);
        assign(now);
    }

    /** What is over now, unless it was of another interval. */
    private Order under(int hand, long ofInterval, int attempt) {
        Member member = nodes.get(hand);
        if (member != null) {
            member.forgive(ofInterval, attempt);
        }
        return fill == null || ofInterval != interval ? null : table.order(attempt);
    }

    /** A column has come, from whomever. */
    public void result(int hand, ColumnResult result, long now) {
        Member member = nodes.get(hand);
        if (member != null) {
            member.wake(tell);
            member.gotOn(result.interval(), result.attempt(), now);
        }
        AssignmentTable of = result.interval() == interval ? table : result.interval() == interval - 1 ? before : null;
        if (of == null || broken != null || result.environment() < 0 || result.environment() >= shape.environments()) {
            return;
        }
        try {
            codec.load(result.column(), result.environment());
        } catch (IOException e) {
            failed(hand, result.interval(), result.attempt(), "a column that makes no sense has come: " + e, now);
            return;
        }
        take(of, result, now);
    }

    private void take(AssignmentTable of, ColumnResult result, long now) {
        switch (of.result(result.environment(), result.attempt(), Digests.of(result.column()))) {
            case FIRST -> {
                codec.store(fill.bank(), result.environment());
                states.keep(result.environment(), result.end());
                losses.full(result.environment(), now);
                pace.full(result.attempt(), result.environment(), now);
                tally.own(of.doer(result.environment()) == own.id() ? 1 : 0);
                if (of.complete()) {
                    complete();
                }
            }
            case AGAIN -> tally.duplicate();
            case DIFFERENT -> different(of, result);
            case UNKNOWN -> {}
        }
    }

    private void complete() {
        units.keep(table);
        tally.columns(shape.environments());
        Fill full = fill;
        fill = null;
        full.done().complete(null);
    }

    private void different(AssignmentTable of, ColumnResult result) {
        int environment = result.environment();
        Optional<String> where = of == table && fill != null
                ? codec.difference(fill.bank(), environment)
                        .map(found -> ": " + found.field() + " of step " + found.step() + " is " + found.other()
                                + ", and was " + found.reference())
                : Optional.empty();
        fail(
                "column " + environment + " of interval " + result.interval() + " came twice with different bits, from "
                        + nodes.name(of.doer(environment)) + " and from "
                        + nodes.name(of.order(result.attempt()).hand())
                        + where.orElse("")
                        + "; an environment's episodes must follow from seed and actions alone, on every machine",
                null);
    }

    /** Ends the run: now, or at the next interval if none is under way. */
    public void fail(String message, Throwable cause) {
        RunFailedException failure = new RunFailedException(message, interval, cause);
        Fill under = fill;
        fill = null;
        broken = failure;
        if (under != null) {
            under.done().completeExceptionally(failure);
        }
    }
}

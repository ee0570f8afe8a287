package io.htsrl.cluster.lanes;

import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.cluster.table.LeaseWait;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.WaitRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The nodes that compute rows of the learner's minibatches, and their answers. The network's side reports nodes that
 * join, leave and send, with the time in nanoseconds; the learner's thread begins passes and waits. A node that is
 * silent for its lease, or owes an answer for ten times as long, breaks the current pass and gets no rows before the
 * next bank. Any thread.
 */
public final class LaneBoard {
    private final int most;
    private final AssignmentTable.Lease lease;
    private final Consumer<String> log;
    private WaitRegistry waits = new WaitRegistry(); // waits of the run's threads
    private long ticks;
    private final Map<Integer, Lane> lanes = new TreeMap<>(); // in order of joining
    private LanePass pass; // the newest
    private boolean brokenPass; // whether it is broken
    private long gotOn; // time of its progress, or of the beginning of the learner's wait
    private boolean back; // whether the newest pass is in its backward half
    private boolean waiting; // whether the learner waits for the newest pass
    private RuntimeException failure; // that ends all waits
    private long interval = -1;
    private long passes;
    private long broken;

    /**
     * Creates the board of one run.
     *
     * @param most number of nodes that may compute rows at the same time
     * @param log receives lines for the user
     */
    public LaneBoard(int most, AssignmentTable.Lease lease, Consumer<String> log) {
        this.most = most;
        this.lease = lease;
        this.log = ShownText.lines(log);
    }

    /** Ends every wait when the run ends, and marks waits for its stall rule. */
    public void follow(RunControl control) {
        synchronized (this) {
            waits = control.waits();
        }
        control.onAbort(() -> end(RunAbortedException.INSTANCE));
    }

    /** Ends all waits and removes all nodes; only the first reason is kept. */
    public synchronized void end(RuntimeException why) {
        if (failure == null) {
            failure = why;
        }
        notifyAll();
    }

    // ---- the wire ----

    /** @param wire sends the bytes of orders in order, without waiting */
    public synchronized void join(int id, String name, Consumer<byte[]> wire, long now) {
        lanes.put(id, new Lane(name, wire, now));
    }

    /** Removes a node. It may return under another number. */
    public synchronized void leave(int id) {
        Lane lane = lanes.remove(id);
        if (lane != null) {
            lane.live = false;
            breakPassOf(lane);
        }
    }

    public synchronized void renew(int id, long now) {
        Optional.ofNullable(lanes.get(id)).ifPresent(lane -> lane.lastMessage = now);
    }

    /** Checks leases and time limits; to be called regularly. */
    public synchronized void tick(long now) {
        ticks++;
        for (Lane lane : List.copyOf(lanes.values())) {
            if (lane.live && now - lane.lastMessage > lease.silence()) {
                rest(lane, "has been silent for " + AssignmentTable.Lease.text(now - lane.lastMessage));
            }
        }
        if (waiting && !brokenPass && now - gotOn > lease.standstill()) {
            Lane owing = pass.owing(back);
            if (owing != null) {
                rest(owing, "owes its rows for " + AssignmentTable.Lease.text(now - gotOn));
            }
        }
    }

    /** Records the bytes of an answer. */
    public synchronized void answer(int id, byte[] bytes, long now) {
        Lane lane = lanes.get(id);
        if (lane == null) {
            return;
        }
        lane.lastMessage = now;
        try {
            LaneAnswer answer = LaneAnswer.CODEC.decode(bytes);
            if (answer instanceof LaneAnswer.Failed failed) {
                exclude(lane, "cannot compute its rows (" + failed.message() + ")");
            } else if (pass != null && !brokenPass) {
                take(lane, answer, now);
            }
        } catch (IOException | IllegalArgumentException e) {
            exclude(lane, "answers what makes no sense (" + e.getMessage() + ")");
        }
        notifyAll();
    }

    /** Records an answer. Answers of passes that have ended or were repeated are ignored. */
    private void take(Lane lane, LaneAnswer answer, long now) {
        int hand = pass.lanes().indexOf(lane);
        if (answer instanceof LaneAnswer.Outputs outputs && hand >= 0 && outputs.pass() == pass.number()) {
            gotOn = now;
            compare(lane, outputs.digest());
            pass.outputs(hand, outputs.outputs());
        } else if (answer instanceof LaneAnswer.SliceSums sums && hand >= 0 && sums.pass() == pass.number()) {
            gotOn = now;
            pass.sums(hand, sums.slice(), sums.sums());
            if (hand + 1 < pass.lanes().size()) { // sent by this thread, since the learner's thread computes meanwhile
                pass.lanes().get(hand + 1).send(new LaneOrder.Accumulate(pass.number(), sums.slice(), sums.sums()));
            }
        }
    }

    private void compare(Lane lane, String digest) {
        if (failure == null && !digest.equals(pass.digest())) {
            failure = new RunFailedException(
                    lane.name + " has computed interval " + interval
                            + " with parameters that are not the learner's: their digest is " + digest + ", and here "
                            + pass.digest()
                            + ". One of the two machines has a fault: test its memory, and resume the run "
                            + "without it",
                    interval,
                    null);
        }
    }

    private void rest(Lane lane, String why) {
        lane.live = false;
        if (takesPart(lane)) {
            log.accept(lane.name + " " + why + ": its rows of minibatches go to others");
        }
        breakPassOf(lane);
    }

    private void exclude(Lane lane, String why) {
        lane.live = false;
        lane.excluded = true;
        log.accept(lane.name + " " + why + ": it gets no rows of minibatches any more");
        breakPassOf(lane);
    }

    /** Returns whether the lane has rows, or had some in the newest pass. */
    private boolean takesPart(Lane lane) {
        return pass != null && pass.lanes().contains(lane);
    }

    private void breakPassOf(Lane lane) {
        if (takesPart(lane) && !brokenPass) {
            brokenPass = true;
            broken++;
        }
        notifyAll();
    }

    // ---- the learner ----

    /** Begins another bank. Lanes that send again get rows again. */
    synchronized void begin(long newInterval, long now) {
        interval = newInterval;
        for (Lane lane : lanes.values()) {
            lane.live |= !lane.excluded && now - lane.lastMessage <= lease.silence();
        }
    }

    /** Returns the lanes that take part now. */
    synchronized List<Lane> present() {
        return lanes.values().stream().filter(lane -> lane.live).limit(most).toList();
    }

    /** Returns the number of the next pass. */
    synchronized long next() {
        return passes++;
    }

    /** Makes this pass the current one; orders may be sent to its lanes. A lane may have left in the meantime. */
    synchronized void begin(LanePass newPass, long now) {
        pass = newPass;
        brokenPass = false;
        gotOn = now;
        back = false;
        pass.lanes().stream().filter(lane -> !lane.live).forEach(this::breakPassOf);
    }

    /** Begins the backward half of the current pass. */
    synchronized void backward(long now) {
        back = true;
        gotOn = now;
    }

    /**
     * Waits for all output rows.
     *
     * @return whether all have arrived; else the pass is broken
     */
    boolean awaitOutputs(long now) {
        return await(pass::hasOutputs, now);
    }

    /** Waits for the sums of all rows except the learner's; returns as {@link #awaitOutputs}. */
    boolean awaitSums(int slice, long now) {
        return await(() -> pass.sums()[slice] != null, now);
    }

    private synchronized boolean await(BooleanSupplier there, long now) {
        waiting = true;
        gotOn = now;
        // ticks end the wait by the lease
        try (LeaseWait marked = new LeaseWait(waits.ofCurrentThread(), () -> ticks, "wait for rows of nodes")) {
            while (failure == null && !brokenPass && !there.getAsBoolean()) {
                wait(LeaseWait.LOOK.toMillis());
                marked.look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        } finally {
            waiting = false;
        }
        if (failure != null) {
            throw failure;
        }
        return !brokenPass;
    }

    /** Returns a summary for the user; empty where no pass was shared. */
    public synchronized String summary() {
        return passes == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "minibatches that were shared with nodes: %,d; begun and done again: %,d",
                        passes - broken,
                        broken);
    }
}

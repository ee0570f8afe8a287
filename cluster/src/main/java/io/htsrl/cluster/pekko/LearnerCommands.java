package io.htsrl.cluster.pekko;

import io.htsrl.cluster.table.ColumnDecoders.DecodedColumn;
import io.htsrl.cluster.table.Coordinator.BankRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;

/** What the learner's actor is told by others of its process, and tells them. Immutable. */
final class LearnerCommands {
    /** A bank is to be filled. */
    record Begin(BankRequest fill) {}

    /** So many nodes are to be there. */
    record Await(int nodes, CompletableFuture<Void> there) {}

    /** A column has come, and has been decoded. */
    record Decoded(int worker, DecodedColumn column) {}

    /** The learner's own machine could not do a column. */
    record OwnFailed(long interval, int attempt, String message) {}

    /** The same, for want of a start. */
    record OwnMissing(long interval, int attempt) {}

    /** The run is over, for this reason, once audits are over or have taken so long; completed when all nodes were told. */
    record End(String why, Duration audits, CompletableFuture<Figures> told) {}

    /** For the summary. */
    record Figures(int nodes, long bytes) {}

    /** A lane's order, for the node of that session. */
    record ToLane(long session, byte[] order) {}

    /** Told to those beside: a node is let in; it is gone for good. */
    record Joined(long session, String name, ActorRef<Object> node) {}

    record Left(long session, String why) {}

    /** Nobody listens where a node did. */
    record Gone(long session) {}

    private LearnerCommands() {}
}

package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.security.TlsCheck;
import io.htsrl.core.error.ShownText;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A node. It joins a learner, works until the learner ends the run, and joins again after a lost connection. One
 * thread.
 *
 * @param hosts makes a host for each attempt to join
 * @param tls encryption of the hosts; empty on loopback only
 * @param silence time without a message after which the learner counts as lost
 * @param patience how long to try a learner that does not answer
 * @param log receives lines for the user
 * @param draining whether the node shall end when the learner has the results of its units, or is lost
 */
public record Node(
        HostPort learner,
        Supplier<Host> hosts,
        Optional<Tls> tls,
        Duration silence,
        Duration patience,
        Consumer<String> log,
        BooleanSupplier draining) {
    /** Time in which a reachable learner answers. After it, the node looks for the reason of the silence. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private static final Duration SOON = Duration.ofSeconds(3);

    /** Reason for the end of a node's session with a learner. */
    public enum Way {
        /** The run has ended, or the node was drained. */
        OVER,
        /** The learner is silent; with an empty text, it has never answered. */
        LOST,
        /** The learner refuses the node, or the node cannot run the settings. */
        REFUSED
    }

    /** The end of a session; {@code why} is a text for the user. */
    public record End(Way way, String why) {}

    /** Escapes the lines for the user. */
    public Node {
        log = ShownText.lines(log);
    }

    /** Works until the run has ended. Returns the error as text, or an empty text. */
    public String run() throws InterruptedException {
        while (true) {
            End end = once(true);
            if (end.way() == Way.REFUSED) {
                return ShownText.line(end.why());
            } else if (end.way() == Way.OVER) {
                log.accept("done: " + end.why());
                return "";
            } else if (draining.getAsBoolean()) {
                return "";
            } else if (end.why().isEmpty()) {
                return "no learner answers at " + learner + " (waited " + patience.toSeconds()
                        + " s): start it with 'hts train ... --nodes N --bind HOST:PORT', and give --join the "
                        + "address that it prints, and both sides the same --secret-file";
            }
            log.accept(end.why() + "; joins again");
        }
    }

    /** Waits until the node has joined or ended; returns another end where the learner is silent or has a fault. */
    private Optional<End> awaited(CompletableFuture<Object> either) throws ExecutionException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (Duration look = SOON; ; look = longer(look)) {
            try {
                either.get(Math.min(look.toNanos(), end - System.nanoTime()), TimeUnit.NANOSECONDS);
                return Optional.empty();
            } catch (TimeoutException e) {
                if (System.nanoTime() >= end) {
                    return Optional.of(new End(Way.LOST, ""));
                }
            }
            Optional<TlsCheck.Fault> fault = TlsCheck.fault(learner, tls, look);
            if (fault.isPresent() && fault.get().certain()) {
                return Optional.of(new End(Way.REFUSED, fault.get().text()));
            }
            long left = TimeUnit.NANOSECONDS.toSeconds(Math.max(0, end - System.nanoTime()));
            log.accept(fault.map(TlsCheck.Fault::text)
                    .orElse("no answer from " + learner + " yet; retries for " + left + " s more"));
        }
    }

    /** A slow learner needs longer; while a connection is tried, a signal has to wait. */
    private static Duration longer(Duration look) {
        return look.compareTo(LONGEST) > 0 ? look : look.multipliedBy(2);
    }

    /**
     * Joins a learner and works until the session ends. Without {@code joins} it only tests whether the learner would
     * admit this node: {@link Way#OVER} where it would.
     */
    public End once(boolean joins) throws InterruptedException {
        CompletableFuture<End> ended = new CompletableFuture<>();
        try (Host host = hosts.get()) {
            HostPort own = host.address();
            CompletableFuture<Void> joined = new CompletableFuture<>();
            Consumer<String> lines = line -> {
                joined.complete(null);
                log.accept(line);
            };
            String name = (joins ? "node " : "doctor ") + own;
            NodeActor.Self self = new NodeActor.Self(learner, own.toString(), name, silence, joins, draining, lines);
            host.start(NodeActor.behavior(host.at(learner, Host.LEARNER), self, ended), Host.NODE);
            Optional<End> early = awaited(CompletableFuture.anyOf(joined, ended));
            return early.isPresent() ? early.get() : ended.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}

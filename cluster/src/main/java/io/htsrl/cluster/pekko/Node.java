package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.security.TlsCheck;
import io.htsrl.core.error.ShownText;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A node. It joins a learner, works until the learner ends the run, and joins again after a lost connection. One
 * thread.
 */
public final class Node {
    /** Time in which a reachable learner answers. After it, the node looks for the reason of the silence. */
    private static final Duration SOON = Duration.ofSeconds(3);

    private final HostPort learner;
    private final Function<Optional<Tls>, Host> hosts;
    private final Secret secret;
    private final Optional<Tls> tls;
    private final Duration silence;
    private final Duration patience;
    private final Consumer<String> log;

    /**
     * Creates a node that has not joined yet.
     *
     * @param tls      empty where the secret is enough
     * @param silence  time without a message after which the learner counts as lost
     * @param patience how long to try a learner that does not answer
     * @param log     receives lines for the user
     */
    public Node(
            HostPort learner,
            HostPort bind,
            Secret secret,
            Optional<Tls> tls,
            Duration silence,
            Duration patience,
            Consumer<String> log) {
        this(
                learner,
                chosen -> new Host(bind, bind, "--bind", chosen, ShownText.lines(log)),
                secret,
                Tls.by(tls, secret),
                silence,
                patience,
                log);
    }

    /** @param hosts makes a host with this TLS for each attempt to join */
    Node(
            HostPort learner,
            Function<Optional<Tls>, Host> hosts,
            Secret secret,
            Optional<Tls> tls,
            Duration silence,
            Duration patience,
            Consumer<String> log) {
        this.tls = tls;
        this.learner = learner;
        this.hosts = hosts;
        this.secret = secret;
        this.silence = silence;
        this.patience = patience;
        this.log = ShownText.lines(log);
    }

    /** Works until the run has ended. Returns the error as text, or an empty text. */
    public String run() throws InterruptedException {
        while (true) {
            NodeActor.End end = once();
            switch (end.way()) {
                case OVER -> {
                    log.accept("done: " + end.why());
                    return "";
                }
                case REFUSED -> {
                    return ShownText.line(end.why());
                }
                case LOST -> {
                    if (!end.why().isEmpty()) {
                        log.accept(end.why() + "; joins again");
                    } else {
                        return "no learner answers at " + learner + " (waited " + patience.toSeconds()
                                + " s): start it with 'hts train ... --nodes N --bind HOST:PORT', and give --join the "
                                + "address that it prints, and both sides the same --secret-file";
                    }
                }
            }
        }
    }

    /** Waits until the node has joined or ended; returns a certain fault otherwise. */
    private Optional<String> awaited(CompletableFuture<Object> either)
            throws ExecutionException, InterruptedException, TimeoutException {
        long end = System.nanoTime() + patience.toNanos();
        for (Duration look = SOON; ; look = look.multipliedBy(2)) { // a slow learner needs longer
            try {
                either.get(Math.min(look.toNanos(), end - System.nanoTime()), TimeUnit.NANOSECONDS);
                return Optional.empty();
            } catch (TimeoutException e) {
                if (System.nanoTime() >= end) {
                    throw e;
                }
            }
            Optional<TlsCheck.Fault> fault = TlsCheck.fault(learner, tls, look);
            if (fault.isPresent() && fault.get().certain()) {
                return Optional.of(fault.get().text());
            }
            long left = TimeUnit.NANOSECONDS.toSeconds(Math.max(0, end - System.nanoTime()));
            log.accept(fault.map(TlsCheck.Fault::text)
                    .orElse("no answer from " + learner + " yet; retries for " + left + " s more"));
        }
    }

    private NodeActor.End once() throws InterruptedException {
        CompletableFuture<NodeActor.End> ended = new CompletableFuture<>();
        try (Host host = hosts.apply(tls)) {
            HostPort own = host.address();
            NodeActor.Self self = new NodeActor.Self(learner, own.toString(), "node " + own, secret, silence);
            CompletableFuture<Void> joined = new CompletableFuture<>();
            host.start(
                    NodeActor.behavior(
                            host.at(learner, Host.LEARNER),
                            self,
                            line -> {
                                joined.complete(null);
                                log.accept(line);
                            },
                            ended),
                    Host.NODE);
            CompletableFuture<Object> either = CompletableFuture.anyOf(joined, ended);
            Optional<String> fault = awaited(either);
            if (fault.isPresent()) {
                return new NodeActor.End(NodeActor.Way.REFUSED, fault.get());
            }
            return ended.get();
        } catch (TimeoutException e) {
            return new NodeActor.End(NodeActor.Way.LOST, "");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}

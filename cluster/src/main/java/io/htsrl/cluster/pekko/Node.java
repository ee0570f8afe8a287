package io.htsrl.cluster.pekko;

import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.door.Tls;
import io.htsrl.cluster.door.TlsCheck;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A node: joins a learner, works until it says goodbye, and joins anew where it was lost. One thread.
 */
public final class Node {
    /** A learner that can be reached answers by then: else it is looked why not. */
    private static final Duration SOON = Duration.ofSeconds(3);

    private final HostPort learner;
    private final Supplier<Host> hosts;
    private final Secret secret;
    private final Optional<Tls> tls;
    private final Duration silence;
    private final Duration patience;
    private final Consumer<String> tell;

    /**
     * A node that has not joined yet.
     *
     * @param silence  after which the learner counts as lost
     * @param patience how long to knock at a learner that does not answer
     * @param tell     hears what a person wants to know
     */
    public Node(
            HostPort learner,
            HostPort bind,
            Secret secret,
            Duration silence,
            Duration patience,
            Consumer<String> tell) {
        this(learner, bind, secret, Optional.empty(), silence, patience, tell);
    }

    /** The same, where what travels is encrypted. */
    public Node(
            HostPort learner,
            HostPort bind,
            Secret secret,
            Optional<Tls> tls,
            Duration silence,
            Duration patience,
            Consumer<String> tell) {
        this(learner, () -> new Host(bind, bind, "--bind", tls, tell), secret, tls, silence, patience, tell);
    }

    /** @param hosts makes one for each time that it joins */
    Node(
            HostPort learner,
            Supplier<Host> hosts,
            Secret secret,
            Optional<Tls> tls,
            Duration silence,
            Duration patience,
            Consumer<String> tell) {
        this.tls = tls;
        this.learner = learner;
        this.hosts = hosts;
        this.secret = secret;
        this.silence = silence;
        this.patience = patience;
        this.tell = tell;
    }

    /** Works until the run is over; why it could not, or nothing. */
    public String run() throws InterruptedException {
        while (true) {
            NodeActor.End end = once();
            switch (end.way()) {
                case OVER -> {
                    tell.accept("done: " + end.why());
                    return "";
                }
                case REFUSED -> {
                    return end.why();
                }
                case LOST -> {
                    if (!end.why().isEmpty()) {
                        tell.accept(end.why() + "; joins again");
                    } else {
                        return "no learner answers at " + learner + " (waited " + patience.toSeconds()
                                + " s): start it with 'hts train ... --nodes N --bind HOST:PORT', and give --join the "
                                + "address that it prints";
                    }
                }
            }
        }
    }

    private static boolean within(CompletableFuture<Object> either, Duration time)
            throws ExecutionException, InterruptedException {
        try {
            either.get(time.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private NodeActor.End once() throws InterruptedException {
        CompletableFuture<NodeActor.End> ended = new CompletableFuture<>();
        try (Host host = hosts.get()) {
            HostPort own = host.address();
            NodeActor.Self self = new NodeActor.Self(learner, own.toString(), "node " + own, secret, silence, host);
            CompletableFuture<Void> joined = new CompletableFuture<>();
            host.start(
                    NodeActor.behavior(
                            host.at(learner, Host.LEARNER),
                            self,
                            line -> {
                                joined.complete(null);
                                tell.accept(line);
                            },
                            ended),
                    Host.NODE);
            CompletableFuture<Object> either = CompletableFuture.anyOf(joined, ended);
            if (!within(either, Duration.ofMillis(Math.min(SOON.toMillis(), patience.toMillis())))) {
                Optional<String> fault = TlsCheck.fault(learner, tls, SOON);
                if (fault.isPresent()) {
                    return new NodeActor.End(NodeActor.Way.REFUSED, fault.get());
                }
            }
            either.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return ended.get();
        } catch (TimeoutException e) {
            return new NodeActor.End(NodeActor.Way.LOST, "");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.htsrl.cluster.pekko;

import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Secret;
import java.time.Duration;
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
    private final HostPort learner;
    private final Supplier<Host> hosts;
    private final Secret secret;
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
        this(learner, () -> new Host(bind, "--bind"), secret, silence, patience, tell);
    }

    /** @param hosts makes one for each time that it joins */
    Node(
            HostPort learner,
            Supplier<Host> hosts,
            Secret secret,
            Duration silence,
            Duration patience,
            Consumer<String> tell) {
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

    private NodeActor.End once() throws InterruptedException {
        CompletableFuture<NodeActor.End> ended = new CompletableFuture<>();
        try (Host host = hosts.get()) {
            HostPort own = host.address();
            NodeActor.Self self = new NodeActor.Self(learner, own.toString(), "node " + own, secret, silence);
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
            CompletableFuture.anyOf(joined, ended).get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return ended.get();
        } catch (TimeoutException e) {
            return new NodeActor.End(NodeActor.Way.LOST, "");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.htsrl.cluster.pekko;

import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.door.Tls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Nodes of this process, each with a thread and a Pekko of its own. One thread. */
final class NodeThreads {
    static final HostPort ANY = new HostPort("127.0.0.1", 0);
    static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final List<Thread> threads = new ArrayList<>();

    /** Starts one; why it ended, or nothing. */
    CompletableFuture<String> start(HostPort learner, Optional<Tls> tls) {
        CompletableFuture<String> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                ended.complete(new Node(learner, ANY, Secret.NONE, tls, SILENCE, LONG, line -> {}).run());
            } catch (InterruptedException | RuntimeException e) {
                ended.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
        return ended;
    }

    /** Starts one, without encryption. */
    void join(HostPort learner) {
        join(learner, Optional.empty());
    }

    /** Starts one of whose end nobody wants to know. */
    void join(HostPort learner, Optional<Tls> tls) {
        Objects.requireNonNull(start(learner, tls));
    }

    /** Ends one without a word. */
    void end(int index) {
        threads.get(index).interrupt();
    }
}

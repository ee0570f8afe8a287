package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Nodes of this process, each with a thread and a Pekko of its own. One thread. */
final class NodeThreads {
    static final HostPort ANY = new HostPort("127.0.0.1", 0);
    static final Duration LONG = Duration.ofHours(1);
    private static final Duration SILENCE = LONG;

    private final List<Thread> threads = new ArrayList<>();

    /** Starts one; why it ended, or nothing. */
    CompletableFuture<String> start(HostPort learner, Optional<Tls> tls) {
        return start(learner, Secret.NONE, tls);
    }

    private CompletableFuture<String> start(HostPort learner, Secret secret, Optional<Tls> tls) {
        CompletableFuture<String> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                Optional<Tls> own = Tls.by(tls, secret);
                ended.complete(new Node(
                                learner,
                                () -> new Host(ANY, own, line -> {}),
                                own,
                                SILENCE,
                                LONG,
                                line -> {},
                                () -> false)
                        .run());
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

    /** Joins with encryption by a secret. */
    void join(HostPort learner, Secret secret) {
        Objects.requireNonNull(start(learner, secret, Optional.empty()));
    }

    /** Ends one without a word. */
    void end(int index) {
        threads.get(index).interrupt();
    }
}

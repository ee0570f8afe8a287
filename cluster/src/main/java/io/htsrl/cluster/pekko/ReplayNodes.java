package io.htsrl.cluster.pekko;

import io.htsrl.cluster.table.LeaseWait;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.WaitMark;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.replay.wire.RequestPipeline;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardChannel;
import io.htsrl.replay.wire.ShardRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorRef;

/** The nodes that hold the replay memory's shards, for the learner's threads. Any thread. */
final class ReplayNodes {
    private final PendingAnswers pending = new PendingAnswers();
    private final ActorRef<Object> actor;
    private final RunControl control;
    private final AtomicLong atWork;
    private final Consumer<String> log;
    private final CompletableFuture<List<String>> over = new CompletableFuture<>(); // only completed exceptionally

    /**
     * Creates an instance without shards.
     *
     * @param atWork grows while a lease bounds what others wait for, and with each message of a node
     * @param log    receives lines for the user
     */
    ReplayNodes(Host host, RunControl control, AtomicLong atWork, Consumer<String> log) {
        this.actor = host.start(ReplayActor.behavior(pending, atWork::incrementAndGet), Host.REPLAY);
        this.control = control;
        this.atWork = atWork;
        this.log = log;
        control.onAbort(() -> end(new CancellationException()));
    }

    /** Returns the actor that is notified of nodes that join and leave. */
    ActorRef<Object> actor() {
        return actor;
    }

    /** Returns a maker of memories whose shards are on the first {@code nodes} nodes; they must have joined. */
    ReplayMemory.Maker on(int nodes) {
        return (config, shards, team) -> {
            List<String> names = place(nodes, shards);
            for (int shard = 0; shard < shards; shard++) {
                check(shard, nodes);
            }
            log.accept(shards + (shards == 1 ? " shard" : " shards") + " of the replay memory on "
                    + String.join(", ", names));
            return ReplayMemory.of(config, shards, team, shard -> Optional.of(channel(shard)));
        };
    }

    private List<String> place(int nodes, int shards) {
        CompletableFuture<List<String>> placed = new CompletableFuture<>();
        actor.tell(new ReplayActor.Place(nodes, shards, placed));
        List<String> names;
        try {
            names = placed.applyToEither(over, placedOn -> placedOn).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RunFailedException failed ? failed : RunAbortedException.INSTANCE;
        }
        if (names.size() < nodes) {
            throw refused(nodes, "must be nodes that are there when the run begins, and there are " + names.size());
        }
        return names;
    }

    private void check(int shard, int nodes) {
        try {
            RequestPipeline.await(channel(shard).ask(new ShardRequest.Ask()), ShardAnswer.State.class);
        } catch (RunFailedException e) {
            throw refused(nodes, "must be able to hold the replay memory: " + e.getMessage());
        }
    }

    private static ConfigurationException refused(int nodes, String rule) {
        return new ConfigurationException(new Violations()
                .add("--replay-nodes", nodes, rule, "start the nodes with more memory, or leave it out"));
    }

    private ShardChannel channel(int shard) {
        return request -> {
            CompletableFuture<ShardAnswer> answer = new MarkedAnswer(control, atWork::get);
            long number = pending.add(answer);
            actor.tell(new ReplayActor.Send(shard, number, ShardRequest.CODEC.encode(request)));
            return answer;
        };
    }

    /** Fails all requests, since there are no nodes any more. */
    void end(RuntimeException why) {
        over.completeExceptionally(why);
        pending.end(why);
    }

    /** Fails all requests, since the run has ended. */
    void close() {
        end(new CancellationException());
        if (pending.asked() > 0) {
            CompletableFuture<Long> bytes = new CompletableFuture<>();
            actor.tell(new ReplayActor.Bytes(bytes));
            try {
                log.accept(String.format(
                        Locale.ROOT,
                        "shards of the replay memory were asked %,d times; %.1f MB travelled",
                        pending.asked(),
                        bytes.get(2, TimeUnit.SECONDS) / 1e6));
            } catch (ExecutionException | TimeoutException e) {
                // the figure is not needed
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A future answer. A thread that waits for it is marked for the stall rule as in {@link LeaseWait}. */
    static final class MarkedAnswer extends CompletableFuture<ShardAnswer> {
        private static final Duration ENDLESS = Duration.ofDays(10_000);

        private final RunControl control;
        private final LongSupplier atWork;

        MarkedAnswer(RunControl control, LongSupplier atWork) {
            this.control = control;
            this.atWork = atWork;
        }

        @Override
        public ShardAnswer get() throws ExecutionException, InterruptedException {
            WaitMark mark = control.waits().ofCurrentThread();
            try {
                return LeaseWait.await(this, ENDLESS, mark, atWork, "wait for the replay memory");
            } catch (TimeoutException e) {
                throw new IllegalStateException("the limit is 27 years", e);
            }
        }
    }

    /**
     * Requests to shards without an answer so far. All are completed at the end, so that no thread waits forever. Any
     * thread.
     */
    static final class PendingAnswers {
        private final Map<Long, CompletableFuture<ShardAnswer>> pending = new ConcurrentHashMap<>();
        private final AtomicLong numbers = new AtomicLong();
        private volatile RuntimeException end; // null while answers may come

        /** Returns a number for the answer to the next request. */
        public long add(CompletableFuture<ShardAnswer> answer) {
            long number = numbers.incrementAndGet();
            pending.put(number, answer);
            RuntimeException ended = end; // after the line above: otherwise the ending thread misses it
            if (ended != null) {
                end(ended);
            }
            return number;
        }

        /** Completes the request of an answer. A second or late answer is ignored. */
        public void answered(long number, ShardAnswer answer) {
            CompletableFuture<ShardAnswer> asked = pending.remove(number);
            if (asked != null) {
                asked.complete(answer);
            }
        }

        /** Fails all requests, now and later, for the first reason given. */
        public void end(RuntimeException why) {
            if (end == null) {
                end = why;
            }
            for (Long number : List.copyOf(pending.keySet())) {
                CompletableFuture<ShardAnswer> asked = pending.remove(number);
                if (asked != null) {
                    asked.completeExceptionally(end);
                }
            }
        }

        /** Returns the number of requests so far. */
        public long asked() {
            return numbers.get();
        }
    }
}

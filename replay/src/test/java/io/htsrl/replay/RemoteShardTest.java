package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.state.Bulk.BulkOutput;
import io.htsrl.core.work.Team;
import io.htsrl.replay.ShardedReplayTest.Fed;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardChannel;
import io.htsrl.replay.wire.ShardRequest;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Shards on other threads that hear and say bytes alone: every bit is that of a memory in one piece. */
class RemoteShardTest {
    private static final int ENVIRONMENTS = 7;

    /** Serves each shard on a thread, in the order of the requests; some requests come twice. */
    private static final class Elsewhere implements AutoCloseable {
        private final ExecutorService thread = Executors.newSingleThreadExecutor();
        private final ReplayConfig config;
        private final int shards;
        private final RandomStream again = RandomStream.root(9);
        private long asked; // on the thread

        Elsewhere(ReplayConfig config, int shards) {
            this.config = config;
            this.shards = shards;
        }

        ShardChannel channel(int shard) {
            ShardServer server = new ShardServer(config, shards, shard);
            return request -> {
                byte[] sent = ShardRequest.CODEC.encode(request);
                return CompletableFuture.supplyAsync(() -> served(server, sent), thread);
            };
        }

        private ShardAnswer served(ShardServer server, byte[] sent) {
            try {
                ShardAnswer answer = server.serve(ShardRequest.CODEC.decode(sent));
                if (again.uniform(asked++) < 0.2) {
                    byte[] second = ShardAnswer.CODEC.encode(server.serve(ShardRequest.CODEC.decode(sent)));
                    assertArrayEquals(ShardAnswer.CODEC.encode(answer), second, "what comes twice is done once");
                }
                return ShardAnswer.CODEC.decode(ShardAnswer.CODEC.encode(answer));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        /** A memory of which the shards in {@code remote}, a bit each, are elsewhere. */
        ReplayMemory memory(int remote, Team team) {
            return ReplayMemory.of(
                    config,
                    shards,
                    team,
                    shard -> (remote >> shard & 1) != 0 ? Optional.of(channel(shard)) : Optional.empty());
        }

        @Override
        public void close() {
            thread.shutdown();
        }
    }

    @Property(tries = 40)
    void shouldBeTheMemoryInOnePieceWhereverItsShardsAre(
            @ForAll @IntRange(min = 1, max = ENVIRONMENTS) int shards,
            @ForAll @IntRange(max = 127) int remote,
            @ForAll boolean bytes,
            @ForAll boolean withErrors,
            @ForAll @IntRange(min = 1, max = 3) int nStep,
            @ForAll @IntRange(min = 1, max = 3) int frameStack)
            throws IOException {
        ReplayConfig config = ShardedReplayTest.config(bytes, nStep, frameStack);
        try (Elsewhere elsewhere = new Elsewhere(config, shards);
                Team team = Team.of(2)) {
            Fed whole = new Fed(config, 1, Team.alone(), withErrors);
            Fed sharded = new Fed(config, elsewhere.memory(remote, team), withErrors);
            for (int interval = 0; interval < 4; interval++) {
                int steps = interval == 2 ? 50 : 7;
                whole.go(steps);
                sharded.go(steps);
                ShardedReplayTest.assertSame(whole, sharded);
                assertEquals(whole.memory.drawn(), sharded.memory.drawn());
            }
        }
    }

    @Property(tries = 20)
    void shouldGoOnElsewhereFromWhatWasSavedAnywhere(
            @ForAll @IntRange(min = 1, max = ENVIRONMENTS) int before,
            @ForAll @IntRange(min = 1, max = ENVIRONMENTS) int after,
            @ForAll @IntRange(max = 127) int remote,
            @ForAll boolean bytes)
            throws IOException {
        ReplayConfig config = ShardedReplayTest.config(bytes, 2, 2);
        try (Elsewhere one = new Elsewhere(config, before);
                Elsewhere other = new Elsewhere(config, after)) {
            Fed whole = new Fed(config, 1, Team.alone(), false);
            Fed begun = new Fed(config, one.memory(remote, Team.alone()), false);
            Fed resumed = new Fed(config, other.memory(~remote, Team.alone()), false);
            for (int interval = 0; interval < 3; interval++) {
                whole.go(9);
                begun.go(9);
            }
            resumed.restore(begun);
            resumed.source.goOnAs(begun.source);
            resumed.interval = begun.interval;
            for (int interval = 0; interval < 2; interval++) {
                whole.go(9);
                resumed.go(9);
                ShardedReplayTest.assertSame(whole, resumed);
            }
        }
    }

    /** An output that wants to know how much there is. */
    private static final class Counting extends DataOutputStream implements BulkOutput {
        private final ByteArrayOutputStream bytes;
        private long leftOut;

        Counting(ByteArrayOutputStream bytes) {
            super(bytes);
            this.bytes = bytes;
        }

        long count() {
            return bytes.size() + leftOut;
        }

        @Override
        public boolean leavesOut(long bytes) {
            leftOut += bytes;
            return true;
        }

        @Override
        public void writeFloats(float[] values, int offset, int length) throws IOException {
            write(new byte[length * Float.BYTES]);
        }

        @Override
        public void writeInts(int[] values, int offset, int length) throws IOException {
            write(new byte[length * Integer.BYTES]);
        }

        @Override
        public void writeLongs(long[] values, int offset, int length) throws IOException {
            write(new byte[length * Long.BYTES]);
        }

        @Override
        public void writeDoubles(double[] values, int offset, int length) throws IOException {
            write(new byte[length * Double.BYTES]);
        }
    }

    @Test
    void shouldFetchNoFramesAndLeavesThatAreOnlyCounted() throws IOException {
        ReplayConfig config = ShardedReplayTest.config(true, 1, 2);
        try (Elsewhere elsewhere = new Elsewhere(config, 2)) {
            Fed fed = new Fed(config, elsewhere.memory(3, Team.alone()), false);
            fed.go(30);
            Counting counting = new Counting(new ByteArrayOutputStream());

            fed.memory.save(counting);

            assertEquals(fed.saved().length, counting.count());
            assertEquals(140 * (RandomEpisodes.FRAME + Long.BYTES), counting.leftOut, "7 full rings of 20 places");
        }
    }

    @Test
    void shouldSayWhyAShardCannotGoOn() {
        ReplayConfig config = ShardedReplayTest.config(false, 1, 1);
        ShardServer server = new ShardServer(config, 2, 0);
        ShardAnswer first = server.serve(new ShardRequest.Insert(2, 1, new byte[] {0, 0, 0, 0}));

        String why = assertInstanceOf(ShardAnswer.Refused.class, first).why();
        assertTrue(why.contains("command 1 is missing"), why);
        assertSame(first, server.serve(new ShardRequest.Ask()), "nothing it says after that can be relied on");
        Fed fed = new Fed(
                config,
                ReplayMemory.of(
                        config,
                        1,
                        Team.alone(),
                        shard -> Optional.of(request -> CompletableFuture.completedFuture(first))),
                false);
        String message = assertThrows(RunFailedException.class, () -> fed.go(1)).getMessage();
        assertTrue(message.contains("command 1 is missing"), message);
    }

    @Test
    void shouldEndWithTheRunAndWithTheShard() {
        ReplayConfig config = ShardedReplayTest.config(false, 1, 1);
        RunFailedException lost = new RunFailedException("node 7 was lost", 3, null);
        ReplayMemory failed = ReplayMemory.of(
                config, 1, Team.alone(), shard -> Optional.of(request -> CompletableFuture.failedFuture(lost)));
        CompletableFuture<ShardAnswer> cancelled = new CompletableFuture<>();
        cancelled.cancel(false);
        ReplayMemory aborted = ReplayMemory.of(config, 1, Team.alone(), shard -> Optional.of(request -> cancelled));

        assertSame(lost, assertThrows(RunFailedException.class, failed::size));
        assertThrows(RunAbortedException.class, aborted::size);
    }
}

package io.htsrl.monitor.live.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.render.FrameSource;
import io.htsrl.core.render.RgbFrame;
import io.htsrl.monitor.live.server.LiveServer;
import io.htsrl.trainer.report.RunMetrics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaFramesTest {
    private static final int REPLICAS = 6;
    private static final int SEEN = 5; // the last has no picture

    /** Paints when it is told to. */
    private static final class Sitter implements FrameSource {
        private int wishes;
        private int drops;
        private RgbFrame painted;
        private String fault = "";

        @Override
        public void want() {
            wishes++;
        }

        @Override
        public Optional<RgbFrame> take() {
            Optional<RgbFrame> taken = Optional.ofNullable(painted);
            painted = null;
            return taken;
        }

        @Override
        public void drop() {
            drops++;
        }

        @Override
        public String fault() {
            return fault;
        }
    }

    private final List<Sitter> sitters =
            IntStream.range(0, SEEN).mapToObj(i -> new Sitter()).toList();
    private long now = -5; // a clock may stand anywhere
    private Optional<RunMetrics> run = Optional.of(gauges());
    private final ReplicaFrames pictures = new ReplicaFrames(() -> run, () -> now);

    private RunMetrics gauges() {
        return new StubMetrics() {
            @Override
            public int replicas() {
                return REPLICAS;
            }

            @Override
            public int step(int replica) {
                return 0;
            }

            @Override
            public boolean calling(int replica) {
                return false;
            }

            @Override
            public Optional<FrameSource> portrait(int replica) {
                return replica < SEEN ? Optional.of(sitters.get(replica)) : Optional.empty();
            }
        };
    }

    private Optional<LiveServer.Asset> ask(int replica) {
        return pictures.answer("replica=" + replica);
    }

    private static String text(Optional<LiveServer.Asset> answer) {
        assertEquals("text/plain; charset=utf-8", answer.orElseThrow().type());
        return new String(answer.orElseThrow().bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void shouldWishWhenAPageAsksAndGiveThePictureToTheNextThatAsks() {
        RgbFrame picture = new RgbFrame(1, 1, new int[] {0x102030});
        assertEquals(Optional.empty(), ask(2));
        assertEquals(1, sitters.get(2).wishes);
        sitters.get(2).painted = picture;

        LiveServer.Asset answer = ask(2).orElseThrow();
        assertEquals("image/png", answer.type());
        assertArrayEquals(PngImage.of(picture), answer.bytes());
        assertEquals(Optional.of(answer), ask(2), "another page gets the same");
        assertEquals(0, sitters.get(0).wishes, "nobody looks at the others");
    }

    @Test
    void shouldNotWishMoreOftenHoweverManyPagesAsk() {
        for (int i = 0; i < 1000; i++) {
            ask(0);
            now += ReplicaFrames.PERIOD_NANOS / 100;
        }
        assertEquals(10, sitters.get(0).wishes);
    }

    @Test
    void shouldLookAtFewReplicasAtOnceAndForgetThoseNobodyAsksFor() {
        for (int replica = 0; replica < ReplicaFrames.MOST; replica++) {
            ask(replica);
        }
        assertTrue(text(ask(4)).contains("choose one of theirs"));
        assertEquals(0, sitters.get(4).wishes);

        sitters.get(0).painted = new RgbFrame(1, 1, new int[1]);
        now += ReplicaFrames.FORGOTTEN_NANOS;
        ask(1);
        now += 1;
        assertEquals(Optional.empty(), ask(4));
        assertEquals(1, sitters.get(4).wishes);
        assertEquals(1, sitters.get(0).drops);
        assertEquals(0, sitters.get(1).drops, "somebody has asked for it");
    }

    @Test
    void shouldNotShowWhatWasSeenLongAgo() {
        ask(0);
        sitters.get(0).painted = new RgbFrame(1, 1, new int[1]);
        assertTrue(ask(0).isPresent());
        now += ReplicaFrames.FORGOTTEN_NANOS + 1;

        assertEquals(Optional.empty(), ask(0));
    }

    @Test
    void shouldSayWhyThereIsNone() {
        sitters.get(1).fault = "no light";

        assertEquals("There is no picture: no light", text(ask(1)));
        assertEquals(0, sitters.get(1).wishes);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"", "replica=", "replica=-1", "replica=6", "replica=5", "replica=9999999999", "replica=1&x=2"})
    void shouldKnowItsReplicas(String query) {
        assertEquals("There is no such replica, or it has no picture.", text(pictures.answer(query)));
    }

    @Test
    void shouldCountThoseThatCanBeSeen() {
        assertEquals(SEEN, pictures.count(run.orElseThrow()));
    }

    @Test
    void shouldHaveNoneBeforeTheRunBegins() {
        run = Optional.empty();

        assertEquals(Optional.empty(), ask(0));
    }
}

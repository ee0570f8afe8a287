package io.htsrl.environments.minatar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.CountedStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

/**
 * Plays 100,000 recorded actions of each game and compares every observation, reward and ending with those of the
 * package {@code minatar}, which had the same draws. {@code src/test/python/minatar_golden.py} records them.
 */
class MinAtarGoldenTest {
    private static final int STEPS = 100_000;
    private static final int BLOCK = 1_000;

    @Test
    void shouldPlayAsterixAsThePackageDoes() throws Exception {
        assertPlays("Asterix", Asterix::new);
    }

    @Test
    void shouldPlayBreakoutAsThePackageDoes() throws Exception {
        assertPlays("Breakout", Breakout::new);
    }

    @Test
    void shouldPlayFreewayAsThePackageDoes() throws Exception {
        assertPlays("Freeway", Freeway::new);
    }

    @Test
    void shouldPlaySeaquestAsThePackageDoes() throws Exception {
        assertPlays("Seaquest", Seaquest::new);
    }

    @Test
    void shouldPlaySpaceInvadersAsThePackageDoes() throws Exception {
        assertPlays("SpaceInvaders", SpaceInvaders::new);
    }

    private static void assertPlays(String name, Function<MinAtarOptions, MinAtarGame> maker) throws Exception {
        List<String> golden = lines(name);
        byte[] actions = new InflaterInputStream(
                        new ByteArrayInputStream(Base64.getDecoder().decode(golden.get(0))))
                .readAllBytes();
        assertEquals(STEPS, actions.length);
        assertEquals(1 + STEPS / BLOCK, golden.size());
        Play play = new Play(maker.apply(new MinAtarOptions("MinAtar/" + name + "-v0", 0.1, true)));
        for (int step = 0; step < STEPS; step++) {
            play.take(actions[step]);
            if ((step + 1) % BLOCK == 0) {
                assertEquals(golden.get((step + 1) / BLOCK), play.hash(), name + ", the steps before " + (step + 1));
            }
        }
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in = MinAtarGoldenTest.class.getResourceAsStream("/golden/minatar/" + name + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        }
    }

    /** Episodes of a game, and the hash of what it gave. */
    private static final class Play {
        private final MinAtarGame game;
        private final byte[] observation;
        private final ObservationSlot slot = new ObservationSlot();
        private final StepResult result = new StepResult();
        private final CountedStream seeds = new CountedStream();
        private final MessageDigest digest = MessageDigest.getInstance("SHA-256");
        private final float[] action = new float[1];

        Play(MinAtarGame game) throws NoSuchAlgorithmException {
            this.game = game;
            observation = new byte[game.spec().observationSpace().size()];
            slot.at(observation, 0);
            seeds.restart(1);
            result.terminated = true;
        }

        void take(byte next) {
            if (result.terminated) {
                game.reset(seeds.nextLong(), slot);
                record();
            }
            action[0] = next;
            game.step(action, 0, slot, result);
            record();
            digest.update((byte) result.reward);
            digest.update((byte) (result.terminated ? 1 : 0));
        }

        /** The package's observations are of true and false. */
        private void record() {
            for (byte cell : observation) {
                digest.update((byte) (cell & 1));
            }
        }

        String hash() {
            return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
        }
    }
}

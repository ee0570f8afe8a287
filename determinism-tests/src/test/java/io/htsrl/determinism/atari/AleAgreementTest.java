package io.htsrl.determinism.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.atari.AleEmulator;
import io.htsrl.atari.Emulator;
import io.htsrl.atari.KnownGame;
import io.htsrl.atari.RomSearch;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.random.RandomStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares our own bridge (ALE 0.7.3 in this JVM) with Gymnasium's environments (ale_py in a process) on the same
 * cartridge and the same actions, frame by frame. Both have generators of their own, so no-op starts and sticky actions
 * are off. {@code -Dhts.long=true} tests all games and options, four times the frames, and more than one episode.
 */
@Tag("slow")
@Tag("thorough")
@Timeout(1800)
@EnabledIf("io.htsrl.determinism.atari.AlePython#there")
class AleAgreementTest {
    private static final boolean LONG = Boolean.getBoolean("hts.long");
    private static final int FRAMES = LONG ? 4000 : 1000;
    private static final int STEPS = 1500;
    private static final int ALL_ACTIONS = 18;
    /** The most pixels of a picture that OpenCV's floats round to the next level. */
    private static final int ROUNDED = 12;
    /** What one action lasts, in frames and in steps. */
    private static final int HELD = 6;

    private static KnownGame game(String id) {
        return KnownGame.ofEnvironment(id).orElseThrow();
    }

    private static Environment theirs(String id, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(
                Map.of("frameskip", "1", "repeat_action_probability", "0", "python", AlePython.executable()));
        options.putAll(more);
        return Environments.create("gym:" + id, options);
    }

    private static Environment ours(String id, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(
                Map.of("repeat-action-probability", "0", "noop-max", "0", "python", AlePython.executable()));
        options.putAll(more);
        return Environments.create(id, options);
    }

    /** An environment in play. */
    private static final class Play {
        final StepResult result = new StepResult();
        final byte[] seen;
        private final Environment environment;
        private final ObservationSlot slot = new ObservationSlot();

        Play(Environment environment) {
            this.environment = environment;
            seen = new byte[environment.spec().observationSpace().size()];
            slot.at(seen, 0);
        }

        void reset(long seed) {
            environment.reset(seed, slot);
        }

        void step(int action) {
            environment.step(new float[] {action}, 0, slot, result);
        }
    }

    /** Changes now and then, since most games want a button to be held for some frames. */
    private static int action(int index, int actions) {
        return (int) (RandomStream.root(7).uniform(index / HELD) * actions);
    }

    static Stream<String> games() {
        Stream<String> always = Stream.of(
                "ALE/Breakout-v5",
                "ALE/MsPacman-v5",
                "ALE/Qbert-v5", // begins within an unfinished frame, as does the next
                "ALE/Tetris-v5");
        Stream<String> more = Stream.of(
                "ALE/Pong-v5",
                "ALE/SpaceInvaders-v5",
                "ALE/Seaquest-v5",
                "ALE/BeamRider-v5",
                "ALE/MontezumaRevenge-v5");
        return LONG ? Stream.concat(always, more) : always;
    }

    @ParameterizedTest
    @MethodSource("games")
    void shouldShowTheSameScreensRewardsAndLives(String id) {
        try (Environment environment =
                        theirs(id, Map.of("full_action_space", "true", "wrapper", "ale_frames:WithLives"));
                AleEmulator emulator = new AleEmulator()) {
            emulator.load(
                    RomSearch.of(Map.of("python", AlePython.executable()), Map.of())
                            .rom(game(id)),
                    OptionalInt.empty(),
                    OptionalInt.empty());
            Play their = new Play(environment);
            byte[] our = new byte[their.seen.length];
            int[] palette = emulator.palette();
            begin(their, emulator);
            show(emulator, palette, our);
            assertEquals(-1, Arrays.mismatch(their.seen, our), "first screen");
            for (int frame = 0; frame < FRAMES; frame++) {
                int action = action(frame, ALL_ACTIONS);
                their.step(action);
                int reward = emulator.act(action);
                show(emulator, palette, our);
                assertEquals(-1, Arrays.mismatch(their.seen, our), "screen and lives after frame " + frame);
                assertEquals(their.result.reward, reward, "reward of frame " + frame);
                assertEquals(their.result.terminated, emulator.gameOver(), "end after frame " + frame);
                if (their.result.terminated) {
                    begin(their, emulator);
                }
            }
        }
    }

    private static void begin(Play their, Emulator emulator) {
        their.reset(0);
        emulator.reset();
    }

    private static void show(Emulator emulator, int[] palette, byte[] to) {
        byte[] screen = new byte[Emulator.HEIGHT * Emulator.WIDTH];
        emulator.screen(screen, 0);
        for (int i = 0; i < screen.length; i++) {
            int colour = palette[screen[i] & 0xff];
            to[3 * i] = (byte) (colour >> 16);
            to[3 * i + 1] = (byte) (colour >> 8);
            to[3 * i + 2] = (byte) colour;
        }
        to[to.length - 1] = (byte) emulator.lives();
    }

    /**
     * Gymnasium's AtariPreprocessing skips frames, takes the brighter of two, scales, fires and caps. Pixels may differ
     * by the rounding of OpenCV's floats. The last picture of an episode, which Gymnasium does not draw anew, is not
     * looked at.
     *
     * @param episodes that are played at most
     */
    @ParameterizedTest
    @CsvSource({
        "ALE/Pong-v5, preprocessed_rgb, grayscale-obs=false, 99",
        "ALE/Pong-v5, preprocessed, max-num-frames-per-episode=403, 99",
        "ALE/Breakout-v5, preprocessed_fire, fire-reset=true, 99",
        // the game then goes on here, and begins anew there
        "ALE/Breakout-v5, preprocessed_lives, terminal-on-life-loss=true, 1",
        "ALE/SpaceInvaders-v5, preprocessed, frame-skip=4, 99"
    })
    @EnabledIf("io.htsrl.determinism.atari.AlePython#scales")
    void shouldShowAnAgentTheSame(String id, String wrapper, String option, int episodes) {
        compare(id, wrapper, option, episodes);
    }

    @ParameterizedTest
    @CsvSource({
        "ALE/Pong-v5, preprocessed, frame-skip=4, 99",
        "ALE/Pong-v5, preprocessed_fire, fire-reset=true, 99",
        "ALE/Breakout-v5, preprocessed, frame-skip=4, 99"
    })
    @EnabledIf("io.htsrl.determinism.atari.AlePython#scales")
    @EnabledIfSystemProperty(named = "hts.long", matches = "true", disabledReason = "other games have these options")
    void shouldShowAnAgentTheSameInMoreGames(String id, String wrapper, String option, int episodes) {
        compare(id, wrapper, option, episodes);
    }

    private static void compare(String id, String wrapper, String option, int episodes) {
        String[] pair = option.split("=");
        Map<String, String> cap =
                pair[0].startsWith("max-num") ? Map.of("max_num_frames_per_episode", pair[1]) : Map.of();
        Map<String, String> their = new HashMap<>(cap);
        their.put("wrapper", "ale_frames:" + wrapper);
        try (Environment theirs = theirs(id, their);
                Environment ours = ours(id, Map.of(pair[0], pair[1]))) {
            assertEquals(theirs.spec().actionSpace(), ours.spec().actionSpace());
            // theirs has a third dimension in grey too, for images have three there
            assertEquals(
                    theirs.spec().observationSpace().kind(),
                    ours.spec().observationSpace().kind());
            assertEquals(
                    theirs.spec().observationSpace().size(),
                    ours.spec().observationSpace().size());
            assertTrue(playBoth(new Play(theirs), new Play(ours), episodes) > 0, "an episode has ended");
        }
    }

    /** How many episodes have ended. */
    private static int playBoth(Play their, Play our, int episodes) {
        int actions = ((ActionSpace.Discrete) their.environment.spec().actionSpace()).count();
        int ended = 0;
        their.reset(0);
        our.reset(0);
        int most = LONG ? episodes : 1;
        for (int step = 0; step < STEPS && ended < most; step++) {
            assertAlike(their.seen, our.seen, "before step " + step);
            their.step(action(step, actions));
            our.step(action(step, actions));
            assertEquals(their.result.reward, our.result.reward, "reward of step " + step);
            assertEquals(their.result.terminated, our.result.terminated, "terminated in step " + step);
            assertEquals(their.result.truncated, our.result.truncated, "truncated in step " + step);
            if (their.result.done()) {
                ended++;
                their.reset(0);
                our.reset(0);
            }
        }
        return ended;
    }

    private static void assertAlike(byte[] theirs, byte[] ours, String when) {
        int different = 0;
        for (int i = 0; i < theirs.length; i++) {
            int levels = Math.abs((theirs[i] & 0xff) - (ours[i] & 0xff));
            assertTrue(levels <= 1, () -> when + ": levels differ by " + levels);
            different += levels;
        }
        int pixels = different;
        assertTrue(pixels <= ROUNDED, () -> when + ": " + pixels + " pixels differ by a level");
    }
}

package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.atari.preprocessing.AtariOptions;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares pixels, rewards, scores and endings with {@link NaiveAtari}, on a made-up game and a real one. */
@Tag("slow")
class RawPixelsTest {
    private static final int[] SIX = {0, 1, 3, 4, 11, 12};

    @Property(tries = 30)
    void shouldBeThoseOfTheSlowImplementation(
            @ForAll @IntRange(min = 1, max = 6) int frameSkip,
            @ForAll @DoubleRange(max = 0.9) double sticky,
            @ForAll @IntRange(max = 12) int noopMax,
            @ForAll boolean lifeLoss,
            @ForAll @IntRange(min = 1, max = 30) int size,
            @ForAll boolean grey,
            @ForAll boolean clip,
            @ForAll boolean fire,
            @ForAll boolean full,
            @ForAll @IntRange(max = 60) int moreFrames,
            @ForAll @IntRange(min = 1, max = 25) int lifeFrames,
            @ForAll @IntRange(max = 7) int dyingFrames) {
        int frames = moreFrames == 0 ? 0 : noopMax + 2 * frameSkip + moreFrames;
        AtariOptions options = new AtariOptions(
                frameSkip,
                sticky,
                noopMax,
                lifeLoss,
                size,
                grey,
                clip,
                fire,
                full,
                frames,
                OptionalInt.empty(),
                OptionalInt.empty());
        compare(
                new FakeEmulator(SIX, 3, lifeFrames, dyingFrames),
                new FakeEmulator(SIX, 3, lifeFrames, dyingFrames),
                options,
                40);
    }

    @ParameterizedTest
    @CsvSource({
        "4, 0.25, 30, 84, true, false",
        "1, 0, 0, 84, true, false",
        "2, 0.5, 100, 64, false, true",
        "4, 0, 0, 160, true, true"
    })
    void shouldBeThoseOfTheSlowImplementationOnTheHomebrewGame(
            String skip, String sticky, String noops, String size, String grey, String fire) {
        AtariOptions options = AtariOptions.parse(new TreeMap<>(Map.of(
                "frame-skip",
                skip,
                "repeat-action-probability",
                sticky,
                "noop-max",
                noops,
                "screen-size",
                size,
                "grayscale-obs",
                grey,
                "fire-reset",
                fire,
                "max-num-frames-per-episode",
                "600")));
        try (Emulator first = EmulatorTestKit.homebrew();
                Emulator second = EmulatorTestKit.homebrew()) {
            compare(first, second, options, 250);
        }
    }

    private static void compare(Emulator emulator, Emulator same, AtariOptions options, int steps) {
        AtariRollout rollout = new AtariRollout(new AtariEnvironment("ALE/Any-v5", emulator, options), 3);
        NaiveAtari naive = new NaiveAtari(same, options);
        for (int step = 0, episode = 0; step < steps; step++) {
            if (step == 0 || rollout.result.done()) {
                rollout.reset(++episode);
                naive.reset(episode);
                comparePictures(rollout, naive, "reset " + episode);
            }
            int action = rollout.nextAction();
            rollout.step(action);
            naive.step(action);
            String what = "step " + step;
            assertEquals(naive.reward, rollout.result.reward, what);
            assertEquals(naive.score, rollout.result.score, what);
            assertEquals(naive.terminated, rollout.result.terminated, what);
            assertEquals(naive.truncated, rollout.result.truncated, what);
            assertEquals(naive.continues(), rollout.result.continues, what);
            comparePictures(rollout, naive, what);
        }
    }

    /** Each pixel is the whole number next to the exact mean; the one that is even, where two are. */
    private static void comparePictures(AtariRollout rollout, NaiveAtari naive, String what) {
        int i = 0;
        for (double[][] line : naive.picture()) {
            for (double[] pixel : line) {
                for (double mean : pixel) {
                    int level = rollout.picture[i++] & 0xff;
                    boolean tie = Math.abs(mean - Math.floor(mean) - 0.5) < 1e-7;
                    assertTrue(
                            Math.abs(level - mean) < 0.5 + 1e-7 && !(tie && level % 2 == 1),
                            what + ", element " + (i - 1) + " is " + level + " for a mean of " + mean);
                }
            }
        }
        assertEquals(rollout.picture.length, i);
    }
}

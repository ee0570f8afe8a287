package io.htsrl.environments.minatar;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.SavedState;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests what holds for all games, found as users find them. */
class MinAtarTest {

    static Stream<String> names() {
        return new MinAtarProvider().names().stream();
    }

    /** Episodes with drawn actions, which follow each other. */
    private static final class Play {
        final Environment game;
        final byte[] observation;
        private final ObservationSlot slot = new ObservationSlot();
        private final StepResult result = new StepResult();
        private final RandomStream stream;
        private final float[] action = new float[1];
        private final int actions;
        private long step;

        Play(Environment game, long seed) {
            this.game = game;
            observation = new byte[game.spec().observationSpace().size()];
            slot.at(observation, 0);
            stream = RandomStream.root(seed);
            actions = ((ActionSpace.Discrete) game.spec().actionSpace()).count();
            reset();
        }

        private void reset() {
            game.reset(stream.bits(0, step), slot);
        }

        /** Takes steps, and returns a number that depends on all that they gave. */
        long advance(int steps) {
            long hash = 0;
            for (int i = 0; i < steps; i++) {
                action[0] = (int) (stream.uniform(1, step++) * actions);
                game.step(action, 0, slot, result);
                hash = 31 * (31 * hash + Arrays.hashCode(observation)) + (long) (result.reward * 2);
                if (result.done()) {
                    hash++;
                    reset();
                }
            }
            return hash;
        }
    }

    @Test
    void shouldHaveTheNamesOfThePackage() {
        assertEquals(
                "MinAtar/Asterix-v0 MinAtar/Asterix-v1 MinAtar/Breakout-v0 MinAtar/Breakout-v1 MinAtar/Freeway-v0 "
                        + "MinAtar/Freeway-v1 MinAtar/Seaquest-v0 MinAtar/Seaquest-v1 MinAtar/SpaceInvaders-v0 "
                        + "MinAtar/SpaceInvaders-v1",
                String.join(" ", new MinAtarProvider().names()));
        assertTrue(Environments.names().containsAll(new MinAtarProvider().names()));
        names().forEach(name -> assertEquals(name, create(name).spec().id()));
    }

    private static Environment create(String name) {
        return Environments.create(name, Map.of());
    }

    /** Compares channels and minimal actions. */
    @ParameterizedTest
    @CsvSource({"Asterix,4,5", "Breakout,4,3", "Freeway,7,3", "Seaquest,10,6", "SpaceInvaders,6,4"})
    void shouldHaveTheSpacesOfThePackage(String game, int channels, int actions) {
        ObservationSpace space = create("MinAtar/" + game + "-v1").spec().observationSpace();
        assertEquals(ObservationSpace.bytes(10, 10, channels), space);
        assertEquals(
                new ActionSpace.Discrete(actions),
                create("MinAtar/" + game + "-v1").spec().actionSpace());
        assertEquals(
                new ActionSpace.Discrete(6),
                create("MinAtar/" + game + "-v0").spec().actionSpace());
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldPassTheCheckBeforeARun(String name) {
        EnvironmentCheck check = EnvironmentCheck.of(create(name));
        assertEquals(List.of(), check.problems());
        assertEquals(List.of(), check.unrepeatable());
        assertEquals(List.of(), check.unrestorable());
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldContinueInAFreshReplicaFromAnyStep(String name) throws IOException {
        for (int step = 0; step < 400; step += 7) {
            Play play = new Play(create(name), 5);
            play.advance(step);
            Play copy = new Play(create(name), 5);
            assertEquals(0, SavedState.restore(copy.game, SavedState.of(play.game)));
            copy.step = play.step;
            assertEquals(play.advance(300), copy.advance(300), "saved at step " + step);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldForgetEarlierEpisodesOnReset(String name) {
        Play used = new Play(create(name), 7);
        used.advance(333);
        Play fresh = new Play(create(name), 7);
        fresh.step = used.step;
        fresh.reset();
        used.reset();
        assertEquals(fresh.advance(2000), used.advance(2000));
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldRefuseAnActionOutsideItsSpace(String name) {
        Play play = new Play(create(name), 1);
        for (float action : new float[] {-1, play.actions, 0.5f, Float.NaN, Float.POSITIVE_INFINITY}) {
            play.action[0] = action;
            String message = assertThrows(
                            IllegalArgumentException.class,
                            () -> play.game.step(play.action, 0, play.slot, play.result))
                    .getMessage();
            assertEquals("action " + action + " is not in 0 .. " + (play.actions - 1), message);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldAllocateNothingPerStep(String name) {
        Play play = new Play(create(name), 1);
        play.advance(20_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        play.advance(20_000);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 20_000, allocated + " bytes in 20,000 steps"); // an object has 16 bytes or more
    }

    @ParameterizedTest
    @MethodSource("names")
    void shouldShowEachStateAndLeaveItAlone(String name) {
        Play seen = new Play(create(name), 3);
        Play unseen = new Play(create(name), 3);
        int[] first = picture(seen);
        assertArrayEquals(first, picture(seen));
        boolean changes = false;
        for (int part = 0; part < 5; part++) {
            assertEquals(unseen.advance(41), seen.advance(41));
            changes |= !Arrays.equals(first, picture(seen));
            assertArrayEquals(picture(unseen), picture(seen));
        }
        assertTrue(changes);
    }

    private static int[] picture(Play play) {
        Rendered rendered = play.game.rendered().orElseThrow();
        int[] pixels = new int[rendered.renderWidth() * rendered.renderHeight()];
        rendered.render(pixels);
        return pixels;
    }

    @Test
    void shouldShowThePaddleInTheMiddleOfTheLastRow() {
        int[] picture = picture(new Play(create("MinAtar/Breakout-v1"), 1));
        int width = 160;
        int row = 159;
        assertNotEquals(picture[row * width + 63], picture[row * width + 64]);
        assertEquals(picture[row * width + 64], picture[row * width + 79]);
        assertNotEquals(picture[row * width + 79], picture[row * width + 80]);
    }

    @Test
    void shouldRepeatActionsOnlyWithTheGivenProbability() {
        String name = "MinAtar/Breakout-v1";
        String repeat = "repeat-action-probability";
        long usual = new Play(create(name), 2).advance(500);
        assertEquals(usual, new Play(Environments.create(name, Map.of(repeat, "0.1")), 2).advance(500));
        assertNotEquals(usual, new Play(Environments.create(name, Map.of(repeat, "0")), 2).advance(500));
        Play play = new Play(Environments.create(name, Map.of(repeat, "0")), 1);
        for (int column = 4; column >= 0; column--) {
            assertEquals((byte) 255, play.observation[(90 + column) * 4], "the paddle, moving left");
            play.action[0] = 1;
            play.game.step(play.action, 0, play.slot, play.result);
        }
    }

    @ParameterizedTest
    @CsvSource({"Asterix,true", "Breakout,false", "Freeway,false"})
    void shouldRampTheDifficultyOfSomeGames(String game, boolean ramps) {
        String name = "MinAtar/" + game + "-v1";
        Play steady = new Play(Environments.create(name, Map.of("difficulty-ramping", "false")), 4);
        boolean different = new Play(create(name), 4).advance(20_000) != steady.advance(20_000);
        assertEquals(ramps, different);
    }

    @Test
    void shouldRefuseOptionsNamingValueRuleAndRemedy() {
        ConfigurationException refusal = assertThrows(
                ConfigurationException.class,
                () -> Environments.create(
                        "MinAtar/Freeway-v1",
                        Map.of("speed", "2", "repeat-action-probability", "1", "difficulty-ramping", "no")));
        assertEquals("""
                option speed 2: it is not understood by MinAtar/Freeway-v1; leave it out, or give repeat-action-probability or difficulty-ramping
                option difficulty-ramping no: it must be true or false; give one of them
                option repeat-action-probability 1: it must be at least 0 and less than 1; give 0.1 for sticky actions, 0 for none""", refusal.getMessage());
    }

    @Test
    void shouldRefuseTheStateOfAnotherGame() throws IOException {
        byte[] saved = SavedState.of(create("MinAtar/Breakout-v1"));
        Environment other = create("MinAtar/Freeway-v1");
        assertTrue(assertThrows(IOException.class, () -> SavedState.restore(other, saved))
                .getMessage()
                .contains("the state of another environment"));
    }
}

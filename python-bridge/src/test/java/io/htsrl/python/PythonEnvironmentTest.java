package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentCheck;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.python.Python.Play;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class PythonEnvironmentTest {

    @Test
    void shouldStepAnEnvironmentOfPlainPython() {
        try (Environment chain = Python.plain("chain:Chain", Map.of("length", "3"))) {
            Play play = new Play(chain).reset(5);
            assertArrayEquals(new float[] {0, 0, 5f / (1L << 31)}, play.floats);

            play.step(1);
            float drawn = (5L * 1103515245 + 12345) % (1L << 31) / (float) (1L << 31);
            assertArrayEquals(new float[] {1f / 3, 1, drawn}, play.floats);
            assertEquals(-0.01, play.result.reward);
            assertFalse(play.result.done());

            play.step(1).step(1);
            assertEquals(1.0, play.result.reward);
            assertTrue(play.result.terminated);
            assertFalse(play.result.truncated);
        }
    }

    /** Windows has neither processes that fork and lead groups, nor their signals. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the Python is a script of a shell")
    void shouldServeWherePythonLacksTheCallsOfPosix(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("sitecustomize.py"), """
                import faulthandler, os, signal
                for module, names in ((os, "fork forkpty setsid setpgid getpgid killpg"), (faulthandler, "register"),
                                      (signal, "SIGKILL SIGUSR1 SIGUSR2 SIGHUP pthread_sigmask sigwait")):
                    for name in names.split():
                        delattr(module, name)
                """);
        Path python = folder.resolve("python");
        Files.writeString(
                python, "#!/bin/sh\nPYTHONPATH='" + folder + "':$PYTHONPATH exec " + Python.PLAIN + " \"$@\"\n");
        assertTrue(python.toFile().setExecutable(true));

        try (Environment chain = Python.plain("chain:Chain", Map.of("limit", "2", "python", python.toString()))) {
            assertTrue(new Play(chain).reset(5).steps(2).result.truncated);
        }
    }

    /** An executor that is stopped between the two halves of a request leaves it behind. */
    @Test
    void shouldServeOthersAfterAReplicaWasClosedWithARequestBegun() {
        Map<String, String> together = Map.of("python-workers", "1");
        try (Environment first = Python.plain("chain:Chain", together)) {
            try (Environment second = Python.plain("chain:Chain", together)) {
                ((RemoteEnvironment) second).beginReset(5);
            }
            assertEquals(1, new Play(first).reset(5).step(1).floats[1]);
        }
    }

    @Test
    void shouldTellTerminatedFromTruncated() {
        try (Environment chain = Python.plain("chain:Chain", Map.of("limit", "2"))) {
            Play play = new Play(chain).reset(5).steps(2);
            assertFalse(play.result.terminated);
            assertTrue(play.result.truncated);
        }
    }

    @Test
    void shouldGiveTheUpper31BitsOfASeed() {
        try (Environment chain = Python.plain("chain:Chain")) {
            float[] seen = new float[3];
            chain.reset(-1L, new io.htsrl.core.environment.ObservationSlot().at(seen, 0));
            assertEquals((float) ((1L << 31) - 1) / (1L << 31), seen[2]);
        }
    }

    @Test
    void shouldDescribeIt() {
        try (Environment chain = Python.plain("chain:Chain")) {
            assertEquals(ObservationSpace.floats(3), chain.spec().observationSpace());
            assertEquals(2, ((ActionSpace.Discrete) chain.spec().actionSpace()).count());
            assertEquals("gym:chain:Chain", chain.spec().id());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"chain:Chain", "odd:Quiet", "odd:Parts", "odd:Frames", "odd:Eyes", "odd:Box", "odd:Talks"})
    void shouldPassTheCheckBeforeARun(String name) {
        try (Environment environment = Python.plain(name)) {
            EnvironmentCheck check = EnvironmentCheck.of(environment);
            assertEquals(List.of(), check.problems());
            assertEquals(List.of(), check.unrepeatable());
        }
    }

    /** gymnasium.spaces.flatten gives one-hot choices too, in the order of the parts. */
    @Test
    void shouldFlattenPartsInTheirOrder() {
        try (Environment parts = Python.plain("odd:Parts")) {
            Play play = new Play(parts).reset(0);
            assertArrayEquals(new float[] {0, 1, 0, 1, 2, 3, 4, 0, 1, 1, 0, 1, 0, 0, 1}, play.floats);
        }
    }

    @Test
    void shouldKeepBytesOfImages() {
        try (Environment frames = Python.plain("odd:Frames")) {
            assertEquals(ObservationSpace.bytes(2, 1, 3), frames.spec().observationSpace());
            assertArrayEquals(
                    new byte[] {0, 1, 127, (byte) 128, (byte) 254, (byte) 255}, new Play(frames).reset(0).bytes);
        }
        try (Environment both = Python.plain("odd:TwoEyes")) {
            assertEquals(ObservationSpace.bytes(12), both.spec().observationSpace());
            assertArrayEquals(
                    new byte[] {0, 1, 127, (byte) 128, (byte) 254, (byte) 255, 5, 4, 3, 2, 1, 0},
                    new Play(both).reset(0).bytes);
        }
    }

    /** Bytes that are no image are numbers like any others: a one-hot cue of 1/255 would be lost in the noise. */
    @Test
    void shouldGiveBytesThatAreNoImageAsTheyAre() {
        try (Environment cue = Python.plain("odd:Cue");
                Environment grey = Python.plain("odd:Grey")) {
            assertEquals(ObservationSpace.floats(1, 1, 3), cue.spec().observationSpace());
            assertArrayEquals(new float[] {0, 1, 0}, new Play(cue).reset(0).floats);
            assertEquals(ObservationSpace.floats(2, 3), grey.spec().observationSpace());
            assertArrayEquals(new float[] {0, 1, 127, 128, 254, 255}, new Play(grey).reset(0).floats);
        }
        try (Environment wrong = Python.plain("odd:NoBytes")) {
            Play play = new Play(wrong).reset(0).steps(39);
            PythonException e = assertThrows(PythonException.class, () -> play.steps(1));
            assertTrue(e.getMessage().startsWith("its observation holds what is not uint8"), e.getMessage());
        }
    }

    @Test
    void shouldDivideAnImageBesideOtherParts() {
        try (Environment eyes = Python.plain("odd:Eyes")) {
            assertEquals(ObservationSpace.floats(9), eyes.spec().observationSpace());
            assertArrayEquals(
                    new float[] {0, 1 / 255f, 127 / 255f, 128 / 255f, 254 / 255f, 1, 0, 1, 0},
                    new Play(eyes).reset(0).floats);
        }
    }

    @Test
    void shouldClipActionsToTheirBox() {
        try (Environment box = Python.plain("odd:Box")) {
            Play play = new Play(box).reset(0);
            assertArrayEquals(new float[] {-1, 10}, play.step(-3, 11).floats);
            assertArrayEquals(new float[] {0.5f, 0}, play.step(0.5f, -1).floats);
        }
    }

    @Test
    void shouldGiveSeveralChoicesAtOnce() {
        try (Environment choices = Python.plain("odd:Choices");
                Environment switches = Python.plain("odd:Switches")) {
            assertEquals(
                    new ActionSpace.MultiDiscrete(new int[] {3, 2}),
                    choices.spec().actionSpace());
            assertArrayEquals(new float[] {2, 6}, new Play(choices).reset(0).step(2, 1).floats);
            assertEquals(new ActionSpace.MultiBinary(2), switches.spec().actionSpace());
            assertArrayEquals(new float[] {0, 1}, new Play(switches).reset(0).step(0, 1).floats);
        }
    }

    @Test
    void shouldGiveChoicesInTheShapeOfTheirSpace() {
        try (Environment board = Python.plain("odd:Board")) {
            assertEquals(
                    new ActionSpace.MultiDiscrete(new int[] {3, 2, 4, 5}),
                    board.spec().actionSpace());
            assertArrayEquals(new float[] {2, 1, 3, 4}, new Play(board).reset(0).step(2, 1, 3, 4).floats);
        }
    }

    @Test
    void shouldMakeItWithKeywordsInJson() {
        Map<String, String> options = Map.of(
                "number", "3", "text", "north", "switch", "true", "nothing", "null", "several", "[1, {\"a\": 2.5}]");
        try (Environment environment = Python.plain("odd:Options", options)) {
            new Play(environment).reset(1).steps(2);
        }
    }

    @Test
    void shouldWrapItAsTheUserSays() {
        try (Environment environment = Python.plain("odd:Quiet", Map.of("wrapper", "odd:doubled"))) {
            assertEquals(1.0, new Play(environment).reset(1).step(0).result.reward);
        }
    }

    /** What user code prints, and whatever it reads, is nothing to the protocol. */
    @Test
    void shouldLetItTalk() {
        try (Environment environment = Python.plain("odd:Talks")) {
            Play play = new Play(environment).reset(1).steps(50);
            assertArrayEquals(new float[] {50, 1}, play.floats);
        }
    }

    /** Interleaved as it comes: each replica goes its own way, wherever it is. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "16"})
    void shouldKeepReplicasApartHoweverManyShareAProcess(String workers) {
        List<Environment> replicas = new ArrayList<>();
        try {
            for (int i = 0; i < 16; i++) {
                replicas.add(Python.plain("chain:Chain", Map.of("python-workers", workers)));
            }
            List<Play> plays = replicas.stream().map(Play::new).toList();
            for (int i = 0; i < 16; i++) {
                plays.get(i).reset(i);
            }
            for (int step = 0; step < 7; step++) {
                for (int i = 15; i >= 0; i--) {
                    plays.get(i).step(i % 2);
                }
            }
            for (int i = 0; i < 16; i++) {
                assertEquals(i % 2 == 0 ? 0 : 7f / 8, plays.get(i).floats[0]);
                long state = i;
                for (int step = 0; step < 7; step++) {
                    state = (state * 1103515245 + 12345) % (1L << 31);
                }
                assertEquals(state / (float) (1L << 31), plays.get(i).floats[2]);
            }
        } finally {
            replicas.forEach(Environment::close);
        }
    }

    /** It tells of both at once, and wakes by one of them. */
    @Test
    void shouldWakeAThreadThatSleepsForReplicasOfOneWorker() throws Exception {
        Map<String, String> shared = Map.of(Request.WORKERS, "1", "length", "9");
        try (RemoteEnvironment one = (RemoteEnvironment) Python.plain("chain:Chain", shared);
                RemoteEnvironment other = (RemoteEnvironment) Python.plain("chain:Chain", shared)) {
            new Play(one).reset(1);
            new Play(other).reset(2);
            for (int step = 0; step < 2000; step++) {
                Semaphore woken = new Semaphore(0);
                one.beginStep(new float[1], 0);
                other.beginStep(new float[1], 0);
                one.flush();
                other.flush();
                while (!one.wakeWhenReady(woken::release)) {
                    assertTrue(woken.tryAcquire(1, TimeUnit.MINUTES), "one, in step " + step);
                }
                new Play(one).complete();
                while (!other.wakeWhenReady(woken::release)) {
                    assertTrue(woken.tryAcquire(1, TimeUnit.MINUTES), "the other, in step " + step);
                }
                new Play(other).complete();
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldHaveNoFileWhileItIsMade() {
        try (Environment environment = Python.plain("odd:SeesNoFile")) {
            new Play(environment).reset(1);
        }
    }

    /** The second replica needs a process of its own, and its Python is gone. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldLeaveNoFileWhereItsProcessCannotStart(@TempDir Path folder) throws IOException {
        Path python = folder.resolve("python");
        Files.writeString(python, "#!/bin/sh\nexec '" + Python.PLAIN + "' \"$@\"\n");
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> options = Map.of("python", python.toString(), "python-workers", "2");
        try (Environment first = Python.plain("odd:Quiet", options)) {
            new Play(first).reset(1);
            Files.delete(python);
            assertThrows(ConfigurationException.class, () -> Python.plain("odd:Quiet", options));
        }
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            assertEquals(
                    List.of(),
                    maps.filter(line -> line.contains("hts-rl-") && !line.contains("(deleted)"))
                            .toList());
        }
    }

    @Test
    void shouldShowPicturesToWhoAsksBeforeTheFirstEpisode() {
        try (Environment painted = Python.plain("odd:Painted")) {
            Rendered picture = painted.rendered().orElseThrow();
            assertEquals(1, picture.renderWidth());
            assertEquals(2, picture.renderHeight());
            int[] pixels = new int[2];
            new Play(painted).reset(9).steps(3);
            picture.render(pixels);
            assertArrayEquals(new int[] {0xff0301, 0x000009}, pixels);
        }
    }

    @Test
    void shouldSayHowMuJoCoDrawsWithoutADisplay() {
        try (Environment headless = Python.plain("odd:Headless")) {
            Rendered picture = headless.rendered().orElseThrow();
            PythonException e = assertThrows(PythonException.class, picture::renderWidth);
            assertTrue(e.getMessage().startsWith("RuntimeError: no OpenGL context\nMuJoCo draws"), e.getMessage());
        }
    }

    @Test
    void shouldNameThePackageThatPicturesNeedWithoutATraceback() {
        try (Environment unpainted = Python.plain("odd:Unpainted")) {
            Rendered picture = unpainted.rendered().orElseThrow();
            PythonException e = assertThrows(PythonException.class, picture::renderWidth);
            assertTrue(
                    e.getMessage()
                            .matches(
                                    "its pictures need a package that .* lacks: pygame is not installed, run `pip install pygame`"),
                    e.getMessage());
        }
    }

    @Test
    void shouldShowPicturesAtAnyTimeWhereItsOptionsMakeItForThem() {
        try (Environment painted = Python.plain("odd:Painted", Map.of("render_mode", "rgb_array"))) {
            Play play = new Play(painted).reset(7).steps(2);
            Rendered picture = painted.rendered().orElseThrow();
            int[] pixels = new int[picture.renderWidth() * picture.renderHeight()];
            picture.render(pixels);
            assertArrayEquals(new int[] {0xff0201, 0x000007}, pixels);

            play.steps(1); // goes on where it was
            picture.render(pixels);
            assertArrayEquals(new int[] {0xff0301, 0x000007}, pixels);
        }
    }

    @Test
    void shouldShowPicturesOfOneMadeForThemBeforeItsFirstEpisodeToo() {
        try (Environment painted = Python.plain("odd:Painted", Map.of("render_mode", "rgb_array"))) {
            assertEquals(2, painted.rendered().orElseThrow().renderHeight());
        }
    }

    @Test
    void shouldNotBeMadeAnewInTheMiddleOfAnEpisode() {
        try (Environment painted = Python.plain("odd:Painted")) {
            Rendered picture = painted.rendered().orElseThrow();
            Play play = new Play(painted).reset(7).steps(2);
            PythonException e = assertThrows(PythonException.class, picture::renderWidth);
            assertTrue(e.getMessage().contains("--env-option render_mode=rgb_array"), e.getMessage());

            float before = play.floats[0];
            play.steps(1);
            assertEquals(before + 1, play.floats[0], "it goes on where it was");
        }
    }

    @Test
    void shouldHaveNoPictureWhereItHasNone() {
        try (Environment quiet = Python.plain("odd:Quiet");
                Environment begun = Python.plain("odd:Painted")) {
            assertTrue(quiet.rendered().isEmpty());
            new Play(begun).reset(1);
            assertTrue(begun.rendered().isEmpty());
        }
    }
}

package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.cli.play.VideoScreen.Encoder;
import io.htsrl.cli.rundir.RunDirectoryException;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.Rendered;
import io.htsrl.trainer.report.EvaluationRecord.Episode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stand-in for ffmpeg makes videos and keeps what it is given; a real one is used where one exists. */
class VideoScreenTest {
    @TempDir
    Path folder;

    /** Two pixels. */
    private static final Rendered TWO = new Rendered() {
        @Override
        public int renderWidth() {
            return 2;
        }

        @Override
        public int renderHeight() {
            return 1;
        }

        @Override
        public void render(int[] pixels) {
            throw new AssertionError("pictures are given");
        }
    };

    @BeforeEach
    void needAShell() {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "the program is a script of /bin/sh");
    }

    private Encoder encoder(String... lines) throws IOException {
        Path program = folder.resolve("ffmpeg");
        Files.writeString(program, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertTrue(program.toFile().setExecutable(true));
        return Encoder.on("/nowhere:" + folder).orElseThrow();
    }

    private Path video() {
        return folder.resolve("film.mp4");
    }

    private static void play(VideoScreen screen) {
        screen.show(new int[] {0x010203, 0xfffefd}, 0, new Episode(0, 0), false);
        screen.show(new int[] {0x040506, 0}, 0, new Episode(1, 1), true);
        screen.end();
    }

    @Test
    void shouldGiveTheEncoderEveryPictureAndTheLastForASecond() throws IOException {
        Encoder encoder = encoder("for last; do :; done", "cat > \"$last\"");

        try (VideoScreen screen = new VideoScreen(encoder, video(), TWO, 3, 4)) {
            play(screen);
            assertEquals(
                    video() + ": 5 frames of 6 x 3, 1.3 s, 1 kB",
                    screen.summary().orElseThrow());
        }

        byte[] given = Files.readAllBytes(video());
        assertEquals(5 * 6, given.length);
        assertEquals("[1, 2, 3, -1, -2, -3, 4, 5, 6, 0, 0, 0, 4, 5]", Arrays.toString(Arrays.copyOf(given, 14)));
        try (var files = Files.list(folder)) {
            assertEquals(
                    List.of("ffmpeg", "film.mp4"),
                    files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void shouldSayWhatTheEncoderSays() throws IOException {
        Encoder encoder = encoder("cat > /dev/null", "echo first >&2", "echo 'no such codec' >&2", "exit 3");

        try (VideoScreen screen = new VideoScreen(encoder, video(), TWO, 1, 4)) {
            String message = assertThrows(RunDirectoryException.class, () -> play(screen))
                    .getMessage();
            assertTrue(
                    message.startsWith("cannot write " + video() + ": ffmpeg ended with code 3: no such codec"),
                    message);
        }
        assertFalse(Files.exists(video()));
    }

    @Test
    void shouldSayWhatToInstall() {
        StringWriter err = new StringWriter();

        assertTrue(Encoder.on("/nowhere::" + folder).isEmpty());
        Path run = folder.resolve("run");
        picocli.CommandLine play = new PlayCommand("/nowhere").commandLine().setErr(new PrintWriter(err));
        play.setExecutionExceptionHandler((e, command, parsed) -> {
            err.append(e.getMessage());
            return ExitCode.MISTAKE;
        });

        assertEquals(ExitCode.MISTAKE, play.execute(run.toString(), "--record", video().toString()));
        assertTrue(
                err.toString()
                        .contains(
                                "--record " + video() + ": it needs ffmpeg on the PATH for a video; "
                                        + "install it (apt install ffmpeg, or brew install ffmpeg), or give a name that ends in .gif"),
                err::toString);
    }

    @Test
    void shouldMakeAVideoWhereThereIsAnEncoder() throws IOException {
        Encoder real = Encoder.on(String.valueOf(System.getenv("PATH"))).orElse(null);
        assumeTrue(real != null, "there is no ffmpeg here");

        try (VideoScreen screen = new VideoScreen(real, video(), TWO, 3, 4)) {
            play(screen);
        }

        assertEquals("ftyp", new String(Files.readAllBytes(video()), 4, 4, java.nio.charset.StandardCharsets.US_ASCII));
    }
}

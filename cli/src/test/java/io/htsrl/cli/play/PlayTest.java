package io.htsrl.cli.play;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code hts play} end to end, on small runs of the real trainer. */
@Tag("slow")
class PlayTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();

    @TempDir
    Path parent;

    private CommandLineFixture hts = new CommandLineFixture();
    private Path folder;
    private Path film;

    @BeforeEach
    void prepare() {
        System.setProperty("hts.tty", "false");
        folder = parent.resolve("run");
        film = parent.resolve("film.gif");
    }

    @AfterEach
    void forgetTheTerminal() {
        Stream.of("hts.tty", "hts.rows", "hts.columns").forEach(System::clearProperty);
    }

    private void train(String env, String... more) {
        String[] arguments = {
            "train",
            "--algo",
            "ppo",
            "--env",
            env,
            "--num-envs",
            "8",
            "--sync-interval",
            "16",
            "--total-timesteps",
            "1280",
            "--hidden-sizes",
            "16",
            "--seed",
            "3",
            "--run-dir",
            folder.toString()
        };
        assertEquals(
                ExitCode.OK,
                hts.run(
                        TRAINER,
                        Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new)),
                hts::errors);
        hts = new CommandLineFixture();
    }

    private int play(String... more) {
        return hts.run(
                TRAINER,
                Stream.concat(Stream.of("play", folder.toString()), Stream.of(more))
                        .toArray(String[]::new));
    }

    private JsonNode evaluation(String... more) throws IOException {
        Path json = parent.resolve("evaluation.json");
        assertEquals(
                ExitCode.OK,
                new CommandLineFixture()
                        .run(
                                TRAINER,
                                Stream.concat(
                                                Stream.of("evaluate", folder.toString(), "--json", json.toString()),
                                                Stream.of(more))
                                        .toArray(String[]::new)));
        return new ObjectMapper().readTree(json.toFile());
    }

    private static int[] firstState(long seed) {
        try (Environment environment = Environments.create("CartPole-v1", Map.of())) {
            environment.reset(
                    RandomStream.root(seed)
                            .spawn("evaluation")
                            .spawn(10)
                            .spawn("episode")
                            .bits(0),
                    new ObservationSlot().at(new float[4], 0));
            Rendered rendered = environment.rendered().orElseThrow();
            int[] pixels = new int[rendered.renderWidth() * rendered.renderHeight()];
            rendered.render(pixels);
            return pixels;
        }
    }

    @Test
    void shouldTellOfTheEpisodesOfAnEvaluation() throws IOException {
        train("CartPole-v1");

        assertEquals(ExitCode.OK, play("--episodes", "3", "--policy", "sampled", "--seed", "8"), hts::errors);

        JsonNode json = evaluation("--episodes", "3", "--policy", "sampled", "--seed", "8");
        List<String> lines = hts.out.toString().lines().toList();
        assertEquals(
                "ppo on CartPole-v1, " + folder.resolve("model.safetensors") + ", sampled, after 10 intervals, seed 8",
                lines.get(0));
        for (int episode = 0; episode < 3; episode++) {
            assertEquals(
                    String.format(
                            Locale.ROOT,
                            "%-8s %14.2f %10d",
                            episode,
                            json.get("returns").get(episode).asDouble(),
                            json.get("lengths").get(episode).asInt()),
                    lines.get(2 + episode));
        }
        assertEquals(
                String.format(
                        Locale.ROOT,
                        "%-8s %14.2f %10.2f",
                        "mean",
                        json.get("mean").asDouble(),
                        json.get("mean_length").asDouble()),
                lines.get(5));
        assertEquals(6, lines.size());
    }

    @Test
    void shouldRecordEveryState() throws IOException {
        train("CartPole-v1");

        assertEquals(
                ExitCode.OK,
                play("--episodes", "2", "--record", film.toString(), "--scale", "2", "--fps", "25"),
                hts::errors);

        Film seen = Film.read(film);
        JsonNode lengths = evaluation("--episodes", "2").get("lengths");
        int frames = lengths.get(0).asInt() + lengths.get(1).asInt() + 2;
        assertEquals(600, seen.width());
        assertEquals(400, seen.height());
        assertEquals(frames, seen.pictures().size());
        assertEquals(104, seen.delays().get(lengths.get(0).asInt()), "a pause after the episode");
        assertEquals(
                4 * frames + 200,
                seen.delays().stream().mapToInt(Integer::intValue).sum());
        int[] expected = firstState(3);
        int[] first = seen.pictures().get(0);
        int[] everySecond = new int[expected.length];
        for (int i = 0; i < expected.length; i++) {
            everySecond[i] = first[2 * (i / 300) * 600 + 2 * (i % 300)];
        }
        assertArrayEquals(expected, everySecond);
        String out = hts.out.toString();
        assertTrue(
                out.matches("(?s).*\\Q" + film + "\\E: " + frames + " frames of 600 x 400, [\\d.]+ s, \\d+ kB\n"), out);
    }

    @Test
    void shouldTellWhatItCutOff() throws IOException {
        train("CartPole-v1");

        assertEquals(ExitCode.OK, play("--max-steps", "4", "--record", film.toString()), hts::errors);

        assertEquals(5, Film.read(film).pictures().size());
        assertTrue(hts.out.toString().contains("\n0                  4.00          4  cut off\n"), hts.out::toString);
    }

    @Test
    void shouldPlayInATerminal() {
        train("CartPole-v1");
        System.setProperty("hts.tty", "true");
        System.setProperty("hts.rows", "12");
        System.setProperty("hts.columns", "60");

        assertEquals(ExitCode.OK, play("--max-steps", "2", "--fps", "50"), hts::errors);

        String out = hts.out.toString();
        assertEquals(
                3,
                out.split("\u001b\\[48;2;", 2)[1].split("episode 0, step \\d, return \\d.00\u001b\\[K", -1).length - 1,
                out);
        assertEquals(2, out.split("\r\u001b\\[10A", -1).length - 1, "each picture takes the ten rows that are left");
        assertTrue(
                out.endsWith("\nEPISODE          RETURN     LENGTH\n0                  2.00          2  cut off\n"),
                out);
    }

    @Test
    void shouldSayWhyThereIsNoPictureAndHowToGetOne() {
        train("CartPole-v1");

        assertEquals(ExitCode.OK, play(), hts::errors);

        assertEquals(
                "warning: no terminal can show the picture; --record play.gif writes it to a file\n", hts.errors());
    }

    @Test
    void shouldTellAloneOfWhatHasNoPicture() {
        train("OracleChain-v0");
        System.setProperty("hts.tty", "true");

        assertEquals(ExitCode.OK, play(), hts::errors);
        assertEquals("warning: OracleChain-v0 has no picture: only returns are printed\n", hts.errors());
        assertEquals(3, hts.out.toString().lines().count(), hts.out::toString);
    }

    @Test
    void shouldRefuseToRecordWhatHasNoPicture() {
        train("OracleChain-v0");

        assertEquals(ExitCode.MISTAKE, play("--record", film.toString()));
        assertTrue(
                hts.errors()
                        .contains("--record " + film + ": it needs an environment that can be seen, and "
                                + "OracleChain-v0 has no picture; leave it out"),
                hts::errors);
        assertFalse(Files.exists(film));
    }

    @Test
    void shouldPlayCheckpoints() throws IOException {
        train("CartPole-v1", "--checkpoint-every", "4", "--checkpoint-keep", "10");

        assertEquals(ExitCode.OK, play("--interval", "4"), hts::errors);
        assertTrue(hts.out.toString().contains("after 4 intervals"), hts.out::toString);

        Files.delete(folder.resolve("model.safetensors"));
        assertEquals(ExitCode.OK, play(), hts::errors);
        assertTrue(
                hts.errors()
                        .contains("has ended, but its model.safetensors is missing: these are the "
                                + "parameters of its newest checkpoint"),
                hts::errors);
    }

    @Test
    void shouldReportAllMistakesAtOnce() {
        train("CartPole-v1");

        assertEquals(
                ExitCode.MISTAKE,
                play(
                        "--episodes",
                        "0",
                        "--policy",
                        "sample",
                        "--interval",
                        "3",
                        "--record",
                        parent.resolve("no/film.avi").toString(),
                        "--fps",
                        "51",
                        "--scale",
                        "0",
                        "--max-steps",
                        "0",
                        "--max-step",
                        "3"));

        String err = hts.errors();
        assertTrue(err.contains("error: 9 settings are wrong"), err);
        assertTrue(err.contains("--episodes 0: it must be in 1 .. 1000000"), err);
        assertTrue(err.contains("--policy sample: it must be one of greedy, sampled; did you mean sampled?"), err);
        assertTrue(err.contains("--interval 3: it must name one of the run's checkpoints; give one of 10"), err);
        assertTrue(err.contains("film.avi: it must name a file in a folder that is there"), err);
        assertTrue(err.contains("film.avi: it must end in .gif or .mp4"), err);
        assertTrue(err.contains("--fps 51: it must be in 1 .. 50"), err);
        assertTrue(err.contains("--scale 0: it must be in 1 .. 16"), err);
        assertTrue(err.contains("--max-steps 0: it must be at least 1"), err);
        assertTrue(err.contains("--max-step: it is not a flag of hts play; did you mean --max-steps?"), err);
        assertTrue(err.endsWith("'hts play --help' explains every setting.\n"), err);
    }

    @Test
    void shouldRefuseASizeWithoutAFile() {
        train("CartPole-v1");

        assertEquals(ExitCode.MISTAKE, play("--scale", "2"));
        assertTrue(hts.errors().contains("--scale 2: it is about the file of --record; give --record"), hts::errors);
    }

    @Test
    void shouldRefuseWhatIsNoRun() {
        assertEquals(ExitCode.MISTAKE, play());
        assertTrue(hts.errors().contains("there is no such folder"), hts::errors);
    }

    @Test
    void shouldFailInOneLineWhereItCannotWrite() throws IOException {
        train("CartPole-v1");
        Files.createDirectories(parent.resolve(".film.gif/in the way"));

        assertEquals(ExitCode.FAILED, play("--record", film.toString()));
        assertTrue(hts.errors().matches("error: cannot write \\Q" + film + "\\E: [^\n]*\n"), hts::errors);
    }
}

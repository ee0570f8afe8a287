package io.htsrl.monitor.tensorboard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.monitor.Python;
import io.htsrl.monitor.SmallRuns;
import io.htsrl.monitor.tensorboard.StrictReader.Point;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TensorBoard's own reader reads the event files. */
@Tag("slow")
class TensorBoardReaderTest {
    private static final Python PYTHON = new Python(
            "tensorboard.backend.event_processing.event_accumulator", "event files are not read by its own reader");
    private static final Path PROGRAM = Path.of("src", "test", "python", "read_events.py");
    private static final String MORE = "--tensorboard --eval-every 2 --eval-episodes 2";

    @TempDir
    Path parent;

    private SmallRuns runs;

    @BeforeEach
    void chooseFolder() {
        runs = new SmallRuns(parent);
    }

    private JsonNode read(String... names) throws IOException, InterruptedException {
        Path[] folders = Stream.of(names)
                .map(name -> runs.folder(name).resolve("tensorboard"))
                .toArray(Path[]::new);
        return new ObjectMapper().readTree(String.join("\n", PYTHON.run(parent, PROGRAM, folders)));
    }

    private static Map<String, List<Point>> scalars(JsonNode read) {
        Map<String, List<Point>> points = new TreeMap<>();
        read.get("scalars").properties().forEach(tag -> {
            List<Point> list = new ArrayList<>();
            tag.getValue()
                    .forEach(p -> list.add(
                            new Point(p.get(0).asLong(), (float) p.get(1).asDouble())));
            points.put(tag.getKey(), list);
        });
        return points;
    }

    @Test
    void shouldFindWhatWasWritten() throws Exception {
        PYTHON.command(parent);
        double before = System.currentTimeMillis() / 1000.0;
        RunReader run = runs.train("run", MORE + " --tensorboard-gif");
        double after = System.currentTimeMillis() / 1000.0;
        JsonNode read = read("run").get(0);

        assertEquals(StrictReader.scalars(run.folder().resolve("tensorboard")), scalars(read));
        read.get("scalars")
                .forEach(tag -> tag.forEach(point -> assertTrue(
                        point.get(2).asDouble() >= before && point.get(2).asDouble() <= after, point::toString)));
        JsonNode summary = run.summary().orElseThrow();
        long batches = 0;
        long states = 0;
        for (Map.Entry<String, JsonNode> size : summary.get("batch_sizes").properties()) {
            batches += size.getValue().asLong();
            states += size.getValue().asLong() * Long.parseLong(size.getKey());
        }
        JsonNode sizes = read.get("histograms").get("hts/batch_sizes_of_run").get(0);
        assertEquals(320, sizes.get(0).asLong());
        assertTrue(sum(read.get("histograms").get("hts/batch_sizes")) <= batches);
        assertEquals(36, sum(read.get("histograms").get("hts/lags"))); // the last update is told of by the run's alone
        assertEquals(batches, sizes.get(1).asLong());
        assertEquals(states, sizes.get(2).asLong());
        assertEquals(
                40, read.get("histograms").get("hts/lags_of_run").get(0).get(1).asLong());
        assertTrue(read.get("text").asText().contains("\n|gamma|0.98|\n"), read.get("text")::asText);
        assertEquals(0.98, read.get("hparams").get("gamma").asDouble());
        assertEquals("CartPole-v1", read.get("hparams").get("env").asText());
        assertEquals(true, read.get("hparams").get("norm-adv").asBoolean());
        assertEquals(run.settings().keySet().size(), read.get("hparams").size());
        assertEquals(1, read.get("status").asInt());
        assertShowsAnEpisode(read.get("images").get(FilmImage.TAG), run);
    }

    /** CartPole has a picture: an animated GIF, as {@code hts play} records it. */
    private void assertShowsAnEpisode(JsonNode images, RunReader run) throws IOException {
        assertEquals(1, images.size());
        assertEquals(
                run.summary().orElseThrow().get("timesteps").asLong(),
                images.get(0).get(0).asLong());
        byte[] gif = Base64.getDecoder().decode(images.get(0).get(3).asText());
        BufferedImage first = ImageIO.read(new ByteArrayInputStream(gif));
        assertEquals(first.getWidth(), images.get(0).get(1).asInt());
        assertEquals(first.getHeight(), images.get(0).get(2).asInt());
        Path played = parent.resolve("played.gif");
        assertEquals(
                ExitCode.OK,
                runs.hts(
                        SmallRuns.TRAINER,
                        "play",
                        run.folder().toString(),
                        "--max-steps",
                        "500",
                        "--record",
                        played.toString()),
                runs.err::toString);
        assertArrayEquals(Files.readAllBytes(played), gif);
    }

    private static long sum(JsonNode histograms) {
        long sum = 0;
        for (JsonNode histogram : histograms) {
            sum += histogram.get(1).asLong();
        }
        return sum;
    }

    @Test
    void shouldFindOneRunOfTwoFilesOneOfThemTorn() throws Exception {
        PYTHON.command(parent);
        runs.train("whole", MORE);
        assertEquals(
                ExitCode.OK,
                runs.hts(
                        SmallRuns.stoppingAt(7), runs.words("run", MORE + " --checkpoint-every 3 --checkpoint-keep 9")),
                runs.err::toString);
        Path file = EventFile.all(runs.folder("run").resolve("tensorboard")).get(0);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, 29), StandardOpenOption.APPEND); // as a kill leaves it
        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.TRAINER, "resume", runs.folder("run").toString(), "--checkpoint", "3"),
                runs.err::toString);

        JsonNode both = read("whole", "run");
        Map<String, List<Point>> expected = scalars(both.get(0));
        Map<String, List<Point>> found = scalars(both.get(1));
        List.of("charts/SPS", "time/time_elapsed").forEach(tag -> {
            expected.remove(tag);
            found.remove(tag);
        });
        assertEquals(expected, found);
    }
}

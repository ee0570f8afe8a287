package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureTest {
    private static final List<Row> ROWS = List.of(
            row("sync", "1", 10),
            row("hts", "1", 20),
            row("sync", "16", 30),
            row("hts", "16", 40).with("claim", ""));

    @TempDir
    private Path folder;

    private static Row row(String schedule, String environments, double speed) {
        return Row.EMPTY
                .with("algo", "ppo")
                .with("schedule", schedule)
                .with("num_envs", environments)
                .with("speed", speed, 1)
                .with("claim", speed + 1, 1);
    }

    @Test
    void shouldDrawLinesOverNumbersInBothForms() throws IOException {
        Path png = new Picture("Throughput", "num_envs", "steps/s")
                .over(ROWS, List.of("algo", "schedule", "num_envs"), "speed", "")
                .over(ROWS, List.of("algo", "schedule", "num_envs"), "claim", " by Claim 1")
                .write(folder, "speed");

        assertEquals(1000, ImageIO.read(png.toFile()).getWidth());
        String svg = Files.readString(folder.resolve("speed.svg"));
        assertTrue(svg.startsWith("<?xml"), svg);
    }

    @Test
    void shouldDrawBarsOverTexts() throws IOException {
        Path png = new Picture("Throughput", "schedule", "steps/s")
                .over(ROWS.subList(0, 2), List.of("schedule", "num_envs"), "speed", "")
                .write(folder, "bars");

        assertEquals(620, ImageIO.read(png.toFile()).getHeight());
        assertFalse(Files.readString(folder.resolve("bars.svg")).isEmpty());
    }

    @Test
    void shouldNameWhatVaries() {
        assertEquals(List.of("schedule", "num_envs"), Picture.varying(ROWS, List.of("algo", "schedule", "num_envs")));
    }
}

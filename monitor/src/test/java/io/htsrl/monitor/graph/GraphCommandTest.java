package io.htsrl.monitor.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests {@code hts graph}, of settings and of a run; and the drawings of the docs, which are its output. */
@Tag("slow")
class GraphCommandTest {
    private static final Path ROOT = Path.of("..");
    /** As docs/explanation/architecture.md shows it. */
    private static final String OF_THE_DOCS =
            "graph --algo ppo --env CartPole-v1 --executors 4 --actors 2 --learners 2 --format svg";

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int hts(Object... words) {
        String[] line = Arrays.stream(words).map(Object::toString).toArray(String[]::new);
        return Hts.program(line)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(line);
    }

    @Test
    void shouldAddTheRatesOfARun() throws IOException {
        Path run = folder.resolve("run");
        Path file = folder.resolve("flow.svg");
        assertEquals(
                0,
                hts(
                        "train",
                        "--quiet",
                        "--algo",
                        "ppo",
                        "--env",
                        "CartPole-v1",
                        "--total-timesteps",
                        4096,
                        "--out",
                        run),
                err::toString);

        assertEquals(0, hts("graph", run), err::toString);
        assertEquals(0, hts("graph", run, "--format", "svg", "--out", file), err::toString);

        assertTrue(out.toString().contains("steps/s"), out::toString);
        assertTrue(out.toString().contains("batches/s of 16.0"), out::toString);
        assertTrue(out.toString().matches("(?s).*learner x 1.*<br>busy \\d+ %.*"), out::toString);
        assertTrue(Files.readString(file).contains("updates/s"), "rates are in the picture too");
    }

    /** Its environment is not made: what is known of it is in the manifest, or with the parameters. */
    @Test
    void shouldKnowTheSpacesOfAnEarlierVersionsRunFromItsParametersAlone() throws IOException {
        Path run = folder.resolve("run");
        hts(
                "train",
                "--quiet",
                "--algo",
                "ppo",
                "--env",
                "CartPole-v1",
                "--total-timesteps",
                4096,
                "--no-final-checkpoint",
                "--update-epochs",
                1,
                "--out",
                run);
        Path manifest = run.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"spaces\"", "\"earlier\""));
        assertEquals(0, hts("graph", run), err::toString);

        Files.delete(run.resolve("model.safetensors"));
        assertEquals(2, hts("graph", run));
        assertTrue(err.toString().contains("must say what its environment's spaces are"), err::toString);
    }

    @Test
    void shouldDrawARunThatWasKilledFromWhatItHasSaid() throws IOException {
        Path run = folder.resolve("run");
        hts(
                "train",
                "--quiet",
                "--algo",
                "ppo",
                "--env",
                "CartPole-v1",
                "--total-timesteps",
                4096,
                "--update-epochs",
                1,
                "--out",
                run);
        Files.delete(run.resolve("summary.json"));

        assertEquals(0, hts("graph", run), err::toString);

        assertTrue(out.toString().contains("steps/s"), out::toString);
        assertFalse(out.toString().contains("busy"), out::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--format png | --format png: it must be one of mermaid, svg",
                "--out none/flow.svg | --out none/flow.svg: it must name a file in a folder that is there",
                "--schedule hst | --schedule",
                "--quiet | --quiet: it is not a flag of hts graph",
                "none | must be given without settings",
            })
    void shouldRefuseWhatIsWrong(String more, String told) {
        assertEquals(
                2, hts((Object[]) ("graph --algo ppo --env CartPole-v1 " + more.strip()).split(" ")), err::toString);

        assertTrue(err.toString().contains(told), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    /** Where it is stale: run that command again, with {@code --out docs/images/flow.svg}. */
    @Test
    void shouldBeTheDrawingOfTheDocs() throws IOException {
        Path picture = folder.resolve("flow.svg");
        assertEquals(0, hts((Object[]) (OF_THE_DOCS + " --out " + picture).split(" ")), err::toString);

        assertEquals(
                Files.readString(picture),
                Files.readString(ROOT.resolve("docs/images/flow.svg")),
                "docs/images/flow.svg must be what the command writes");
        String architecture = Files.readString(ROOT.resolve("docs/explanation/architecture.md"));
        assertTrue(
                architecture.contains("./hts " + OF_THE_DOCS),
                "docs/explanation/architecture.md must name the command");
        assertTrue(architecture.contains("(../images/flow.svg)"));
        assertTrue(Files.readString(ROOT.resolve("README.md")).contains("(docs/images/flow.svg)"));
    }
}

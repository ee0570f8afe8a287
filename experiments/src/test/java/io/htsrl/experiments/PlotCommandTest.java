package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.experiments.chart.CurveLine.CurveAxis;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import picocli.CommandLine;

@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlotCommandTest {
    private Path folder;
    private StringWriter out;
    private StringWriter err;

    private int hts(String... arguments) {
        out = new StringWriter();
        err = new StringWriter();
        CommandLine hts = Hts.program(arguments);
        return hts.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
    }

    @BeforeAll
    void train(@TempDir Path parent) {
        folder = parent;
        train("run");
    }

    private void train(String name) {
        String command = "train --quiet --algo a2c --env CartPole-v1 --total-timesteps 3000 --run-dir ";
        assertEquals(0, hts((command + folder.resolve(name)).split(" ")), () -> err.toString());
    }

    @Test
    void shouldDrawTheCurveOfARun() throws IOException {
        Set<String> drawn = new HashSet<>();
        for (String x : List.of("steps", "time", "episodes")) {
            Path picture = folder.resolve(x + ".png");
            assertEquals(
                    0,
                    hts("plot", folder.resolve("run").toString(), "--output", picture.toString(), "--x", x),
                    () -> err.toString());
            assertEquals(1000, ImageIO.read(picture.toFile()).getWidth());
            drawn.add(Files.readString(folder.resolve(x + ".svg")));
        }
        assertEquals(3, drawn.size());
        TrainingCurves curves = new TrainingCurves(TrainingCurves.RETURN);
        curves.add(folder.resolve("run"));
        assertEquals(
                "Learning curves: a2c on CartPole-v1, seed 1",
                curves.picture(CurveAxis.TIME).chart().getTitle());
    }

    @Test
    void shouldDrawLossesAndEvaluations() throws IOException {
        Path run = folder.resolve("evaluated");
        String command = "train --quiet --algo a2c --env CartPole-v1 --total-timesteps 3000 --eval-every 10 --out ";
        assertEquals(0, hts((command + run).split(" ")), () -> err.toString());
        Set<String> drawn = new HashSet<>();
        for (String metric : List.of("return", "eval", "policy_loss")) {
            Path picture = folder.resolve(metric + ".png");
            assertEquals(
                    0,
                    hts("plot", run.toString(), "--out", picture.toString(), "--metric", metric),
                    () -> err.toString());
            drawn.add(Files.readString(folder.resolve(metric + ".svg")));
        }
        assertEquals(3, drawn.size());

        String picture = folder.resolve("none.png").toString();
        assertEquals(2, hts("plot", run.toString(), "--out", picture, "--metric", "loss"));
        assertTrue(err.toString().contains("choose one of return, eval, interval, "), err::toString);
        assertEquals(2, hts("plot", run.toString(), "--out", picture, "--metric", "eval", "--x", "episodes"));
        assertEquals(2, hts("plot", folder.resolve("run").toString(), "--out", picture, "--metric", "eval"));
        assertTrue(err.toString().contains("train with --eval-every"), err::toString);
    }

    @Test
    void shouldWarnOnceOfMetricsThatAreCutOff() throws IOException {
        train("cut");
        Path metrics = folder.resolve("cut/metrics.jsonl");
        String text = Files.readString(metrics);
        Files.writeString(metrics, text.substring(0, text.lastIndexOf('\n', text.length() - 2) - 5));

        String picture = folder.resolve("cut.png").toString();
        assertEquals(0, hts("plot", folder.resolve("cut").toString(), "--output", picture), () -> err.toString());
        assertEquals(
                1,
                err.toString()
                        .lines()
                        .filter(line -> line.startsWith("warning: " + metrics + " is not what it was"))
                        .count(),
                () -> err.toString());
    }

    @Test
    void shouldDrawTheBandOfASweepOverItsSeeds() throws IOException {
        Path sweep = folder.resolve("sweep");
        assertEquals(
                0,
                hts(("sweep --quiet --algos a2c,ppo --env CartPole-v1 --seeds 1-2 --total-timesteps 2000 --sweep-dir "
                                + sweep)
                        .split(" ")),
                () -> err.toString());

        assertEquals(
                0,
                hts(
                        "plot",
                        sweep.toString(),
                        "--output",
                        folder.resolve("band.png").toString()),
                () -> err.toString());

        assertEquals(1000, ImageIO.read(folder.resolve("band.png").toFile()).getWidth());
        TrainingCurves curves = new TrainingCurves(TrainingCurves.RETURN);
        curves.add(sweep);
        Set<String> drawn =
                curves.picture(CurveAxis.STEPS).chart().getSeriesMap().keySet();
        assertTrue(
                drawn.containsAll(List.of(
                        "a2c CartPole-v1 (2 seeds)",
                        "a2c CartPole-v1 (2 seeds) band",
                        "ppo CartPole-v1 (2 seeds)",
                        "ppo CartPole-v1 (2 seeds) band")),
                drawn::toString);
    }

    private Map<String, XYSeries> drawn(String... runs) {
        TrainingCurves curves = new TrainingCurves("entropy");
        List.of(runs).forEach(run -> curves.add(folder.resolve(run)));
        assertTrue(curves.page(CurveAxis.TIME).text().contains("\"branch\":true"));
        return ((XYChart) curves.picture(CurveAxis.STEPS).chart()).getSeriesMap();
    }

    /** Branches begin on the curve of their origin, and on their own past where it is not drawn. */
    @Test
    void shouldDrawATreeOfForks() {
        train("origin");
        String sweep = "sweep --quiet --fork-from " + folder.resolve("origin")
                + " --at 10 --learning-rate 1e-4,0.02 --out " + folder.resolve("tree");
        assertEquals(0, hts(sweep.split(" ")), () -> err.toString());
        assertEquals(0, hts("plot", folder.resolve("tree").toString(), "--html", folder + "/tree.html"));

        Map<String, XYSeries> alone = drawn("tree");
        Map<String, XYSeries> joined = drawn("origin", "tree");

        XYSeries branch = joined.get("learning-rate=1e-4 from 1,280");
        XYSeries origin = joined.get("a2c CartPole-v1 (origin)");
        assertTrue(joined.containsKey("learning-rate=1e-4 from 1,280"), joined.keySet()::toString);
        assertEquals(1280, branch.getXData()[0]);
        assertEquals(origin.getYData()[8], branch.getYData()[0]);
        assertEquals(origin.getYData().length - 8, branch.getYData().length);
        assertEquals(
                2,
                joined.keySet().stream()
                        .filter(name -> name.contains("from 1,280 fork"))
                        .count());
        assertEquals(
                0,
                joined.keySet().stream()
                        .filter(name -> name.contains("before the fork"))
                        .count());
        XYSeries past = alone.get(" before the fork 0");
        assertEquals(1280, past.getXData()[past.getXData().length - 1]);
        assertEquals(origin.getYData()[0], past.getYData()[0]);
    }

    @Test
    void shouldWriteAPageAlone() throws IOException {
        Path page = folder.resolve("curves.html");

        assertEquals(
                0,
                hts("plot", folder.resolve("run").toString(), "--html", page.toString(), "--x", "episodes"),
                () -> err.toString());

        String text = Files.readString(page);
        assertTrue(text.contains("<h1>Learning curves: a2c on CartPole-v1, seed 1</h1>"), () -> out.toString());
        assertTrue(text.contains("\"first\":\"episodes\""));
        assertEquals(page.toString(), out.toString().strip());
    }

    @Test
    void shouldRefuseWhatItCannotDraw() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertEquals(2, hts("plot", empty.toString()));
        assertTrue(err.toString().contains("--out: it must be given, or --html"), () -> err.toString());
        assertEquals(2, hts("plot", empty.toString(), "--html", "a.htm", "--out", "nowhere/a.png"));
        assertTrue(
                err.toString().contains("--html a.htm: it must end in .html")
                        && err.toString()
                                .contains("--out nowhere/a.png: it must name a file in a folder that is there"),
                () -> err.toString());
        assertEquals(2, hts("plot", empty.toString(), "--output", "a.png"));
        assertTrue(err.toString().contains("holds no config.yaml"), () -> err.toString());
        assertEquals(2, hts("plot", folder.resolve("run").toString(), "--output", "a.gif", "--x", "weeks"));
        assertTrue(
                err.toString().contains("must end in .png")
                        && err.toString().contains("must be one of steps, time, episodes"),
                () -> err.toString());
    }
}

package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.picture.SeriesColours;
import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

class ExperimentChartTest {
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

    private static ConfidenceBand band(double at, Row row, String value) {
        return new ConfidenceBand(
                List.of(at),
                List.of(row.number(value)),
                List.of(row.number(value + "_low")),
                List.of(row.number(value + "_high")));
    }

    @Test
    void shouldDrawLinesOverNumbersInBothForms() throws IOException {
        Path png = new ExperimentChart("Throughput", "num_envs", "steps/s")
                .over(ROWS, List.of("algo", "schedule", "num_envs"), "speed", "")
                .over(ROWS, List.of("algo", "schedule", "num_envs"), "claim", " by Claim 1")
                .write(folder, "speed");

        assertEquals(1000, ImageIO.read(png.toFile()).getWidth());
        String svg = Files.readString(folder.resolve("speed.svg"));
        assertTrue(svg.startsWith("<?xml"), svg);
    }

    @Test
    void shouldDrawPointsOverTexts() throws IOException {
        Path png = new ExperimentChart("Throughput", "schedule", "steps/s")
                .over(ROWS.subList(0, 2), List.of("schedule", "num_envs"), "speed", "")
                .write(folder, "points");

        assertEquals(620, ImageIO.read(png.toFile()).getHeight());
        assertFalse(Files.readString(folder.resolve("points.svg")).isEmpty());
    }

    private static List<String> legend(Chart<?, ?> chart) {
        return chart.getSeriesMap().values().stream()
                .filter(series -> series.isShowInLegend())
                .map(series -> series.getLabel())
                .toList();
    }

    @Test
    void shouldNameEachKindOfCompanionOnceInAShortLegend() {
        ExperimentChart picture = new ExperimentChart("Throughput", "num_envs", "steps/s")
                .over(ROWS, List.of("algo", "schedule", "num_envs"), "speed", "")
                .over(ROWS, List.of("algo", "schedule", "num_envs"), "claim", " by Claim 1");

        assertEquals(List.of("sync", "hts", "by Claim 1"), legend(picture.chart()));
        assertEquals(LegendPosition.OutsideE, picture.chart().getStyler().getLegendPosition());
    }

    @Test
    void shouldSayWhatANumberInALegendIsOf() {
        ExperimentChart picture = new ExperimentChart("Throughput", "schedule", "steps/s")
                .over(ROWS, List.of("schedule", "num_envs"), "speed", "");

        assertEquals(List.of("1 num envs", "16 num envs"), legend(picture.chart()));
    }

    @Test
    void shouldMarkPointsWhereTheyAreFew() {
        XYChart few = (XYChart) new ExperimentChart("Throughput", "num_envs", "steps/s")
                .over(ROWS, List.of("schedule", "num_envs"), "speed", "")
                .chart();
        ExperimentChart many = new ExperimentChart("Curve", "steps", "return");
        for (int i = 0; i < 60; i++) {
            many.band("a", band(i, ROWS.get(0), "speed"));
        }

        assertTrue(few.getSeriesMap().get("hts").getMarker() != SeriesMarkers.NONE);
        assertEquals(
                SeriesMarkers.NONE,
                ((XYChart) many.chart()).getSeriesMap().get("a").getMarker());
    }

    @Test
    void shouldShowTimesBelowAMinuteInSeconds() {
        ExperimentChart seconds = new ExperimentChart("Curve", ExperimentChart.SECONDS, "return")
                .band("a", band(1.5, ROWS.get(0), "speed"))
                .band("a", band(40, ROWS.get(0), "speed"));
        ExperimentChart minutes = new ExperimentChart("Curve", ExperimentChart.SECONDS, "return")
                .band("a", band(60, ROWS.get(0), "speed"))
                .band("a", band(90, ROWS.get(0), "speed"));

        assertEquals("time (s)", ((XYChart) seconds.chart()).getXAxisTitle());
        assertEquals("time (min)", ((XYChart) minutes.chart()).getXAxisTitle());
        assertEquals(1.5, ((XYChart) minutes.chart()).getSeriesMap().get("a").getXData()[1]);
    }

    @Test
    void shouldDrawABandBetweenTheEndsOfIntervals() {
        Row row = Row.EMPTY.with("return", 5, 1).with("return_low", 4, 1).with("return_high", 7, 1);
        XYChart chart = (XYChart) new ExperimentChart("Curve", "steps", "return")
                .band("a", band(1, row, "return"))
                .band("a", band(2, row, "return"))
                .chart();

        assertArrayEquals(
                new double[] {7, 7, 4, 4}, chart.getSeriesMap().get("a band").getYData());
        assertEquals(List.of("a"), legend(chart));
    }

    @Test
    void shouldDrawABandWhereAColumnHasEnds() {
        List<Row> rows = List.of(
                ROWS.get(0).with("speed_low", 8, 1).with("speed_high", 11, 1),
                ROWS.get(2).with("speed_low", 28, 1).with("speed_high", 31, 1));
        XYChart chart = (XYChart) new ExperimentChart("Throughput", "num_envs", "steps_per_s")
                .over(rows, List.of("schedule", "num_envs"), "speed", "")
                .over(rows, List.of("schedule", "num_envs"), "claim", " by Claim 1")
                .chart();

        assertArrayEquals(
                new double[] {11, 31, 28, 8},
                chart.getSeriesMap().get("measured band").getYData());
        assertEquals(
                1,
                chart.getSeriesMap().keySet().stream()
                        .filter(name -> name.endsWith(" band"))
                        .count());
    }

    @Test
    void shouldNameACompanionOfTheOnlyLine() {
        List<Row> rows = List.of(ROWS.get(0), ROWS.get(2));
        ExperimentChart picture = new ExperimentChart("Throughput", "num_envs", "steps_per_s")
                .over(rows, List.of("schedule", "num_envs"), "speed", "")
                .over(rows, List.of("schedule", "num_envs"), "claim", " by Claim 1");

        assertEquals(List.of("measured", "by Claim 1"), legend(picture.chart()));
    }

    @Test
    void shouldSayAtTheAxesWhatIsMeasuredInWhichUnit() {
        XYChart chart = (XYChart) new ExperimentChart("Throughput", "num_envs", "steps_per_s")
                .over(ROWS, List.of("schedule", "num_envs"), "speed", "")
                .chart();

        assertEquals("number of environments", chart.getXAxisTitle());
        assertEquals("environment steps per second", chart.getYAxisTitle());
    }

    @Test
    void shouldTellLinesApartWithAndWithoutColours() {
        ExperimentChart picture = new ExperimentChart("Curve", "steps", "return");
        for (int line = 0; line < 9; line++) {
            picture.band("line " + line, band(1, ROWS.get(0), "speed"))
                    .band("line " + line, band(2, ROWS.get(1), "speed"));
        }
        Map<String, XYSeries> drawn = ((XYChart) picture.chart()).getSeriesMap();

        assertEquals(
                9,
                drawn.values().stream()
                        .filter(XYSeries::isShowInLegend)
                        .map(line -> line.getLineColor()
                                + Arrays.toString(line.getLineStyle().getDashArray()))
                        .distinct()
                        .count());
        assertEquals(
                Color.decode(SeriesColours.LIGHT.of(0)), drawn.get("line 7").getLineColor());
        assertTrue(drawn.get("line 0").getMarker() != drawn.get("line 1").getMarker());
    }

    @Test
    void shouldNameWhatVaries() {
        assertEquals(
                List.of("schedule", "num_envs"),
                ExperimentChart.varying(ROWS, List.of("algo", "schedule", "num_envs")));
    }
}

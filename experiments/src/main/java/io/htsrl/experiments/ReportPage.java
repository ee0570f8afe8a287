package io.htsrl.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.picture.RunsTitle;
import io.htsrl.cli.picture.SeriesColours;
import io.htsrl.cli.rundir.Manifest;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.Numbers.MeanWithInterval;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.service.Resources;
import io.htsrl.experiments.ReportGroup.ReportRun;
import io.htsrl.experiments.chart.CurveLine;
import io.htsrl.experiments.chart.CurveLine.ConfidenceBand;
import io.htsrl.experiments.chart.CurveLine.CurveAxis;
import io.htsrl.experiments.chart.CurvesPage;
import io.htsrl.experiments.chart.CurvesSvg;
import io.htsrl.trainer.evaluation.Bootstrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A report as one HTML page without script, whose security policy allows no other source. Its text is a function of the
 * runs alone. Texts of runs are data: every text is escaped. One thread.
 */
final class ReportPage {
    /** Number of lines of a picture, and of methods that are compared pair by pair. */
    private static final int MOST = TrainingCurves.MOST;

    /** Number of methods beside each other in a table of settings, as a printed page has room for. */
    private static final int COLUMNS = 6;

    private static final String HOW = "Intervals (in brackets) are of 95 %: percentile bootstrap, "
            + Numbers.text("%,d", Bootstrap.RESAMPLES)
            + " samples of the runs, drawn within each environment (stratified), from a fixed seed. IQM: interquartile "
            + "mean, of the middle half of the runs. Runs that are not finished, have no score, or are copies do not count. "
            + "Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice, NeurIPS 2021.";

    private final List<ReportGroup> groups;
    private final List<String> names;
    private final List<String> methods;
    private final List<CurveLine> lines; // of the groups
    private final ScoreScales scales;
    private final StringBuilder body = new StringBuilder();

    ReportPage(List<ReportGroup> groups, ScoreScales scales) {
        this.groups = groups;
        this.names = ReportGroup.names(groups);
        this.methods = names.stream().distinct().toList();
        this.lines = groups.stream().map(ReportGroup::line).toList();
        this.scales = scales;
    }

    String text() {
        Set<String> environments = new TreeSet<>();
        groups.forEach(group -> environments.add(group.env()));
        environments.forEach(this::environment);
        improvements(environments);
        aggregates(environments);
        body.append("<p class=\"soft\">" + HOW + "</p>\n");
        settings();
        runs();
        String title = "Report: "
                + RunsTitle.of(groups.stream()
                        .flatMap(group -> group.runs().stream().map(run -> settings(group, run)))
                        .toList());
        return Resources.text(ReportPage.class, "report.html")
                .replace("{{light}}", SeriesColours.LIGHT.css())
                .replace("{{dark}}", SeriesColours.DARK.css())
                .replace(
                        "{{style}}",
                        Resources.text(CurvesPage.class, "curves.css")
                                + Resources.text(ReportPage.class, "report.css")
                                + lineStyles())
                .replace("{{title}}", escaped(title).replace("{{", "{ {"))
                .replace("{{body}}", body);
    }

    private static Map<String, String> settings(ReportGroup group, ReportRun run) {
        Map<String, String> settings = new LinkedHashMap<>(group.settings());
        settings.put("seed", run.seed());
        return settings;
    }

    /** Returns the styles of all lines; behind the last colour they are dashed. */
    private String lineStyles() {
        int colours = SeriesColours.LIGHT.all().size();
        return IntStream.range(0, methods.size())
                .mapToObj(i -> ".l" + i + " { stroke: var(--c" + i % colours + ");"
                        + (i < colours ? "" : " stroke-dasharray: " + (i < 2 * colours ? "8 4" : "3 3") + ";") + " }"
                        + " .b" + i + " { fill: var(--c" + i % colours + "); }\n")
                .collect(Collectors.joining());
    }

    private List<Integer> of(String env) {
        return IntStream.range(0, groups.size())
                .filter(i -> groups.get(i).env().equals(env))
                .boxed()
                .toList();
    }

    /** Returns whether all finished runs on {@code env} have evaluated policies, all measured in one way. */
    private boolean evaluated(String env) {
        List<ReportRun> finished =
                of(env).stream().flatMap(i -> groups.get(i).counted().stream()).toList();
        return !finished.isEmpty()
                && finished.stream().allMatch(run -> Double.isFinite(run.evaluated()))
                && finished.stream().map(ReportRun::measure).distinct().count() == 1;
    }

    private void environment(String env) {
        heading(env);
        List<Integer> here = of(env);
        figure(here);
        boolean evaluated = evaluated(env);
        boolean scaled = scales.has(env);
        List<List<String>> rows = new ArrayList<>();
        for (int i : here) {
            double[] scores = ReportScores.of(groups.get(i), evaluated);
            ReportScores of = new ReportScores(new double[][] {scores});
            List<String> row = new ArrayList<>(List.of(
                    names.get(i),
                    scores.length + " of " + groups.get(i).runs().size(),
                    steps(groups.get(i)),
                    of.mean().toString(),
                    of.median().toString(),
                    of.interquartileMean().toString()));
            if (scaled) {
                row.add(scales.scaled(env, of).optimalityGap().toString());
            }
            rows.add(row);
        }
        List<String> head = new ArrayList<>(List.of("method", "runs", "steps", "mean", "median", "IQM"));
        if (scaled) {
            head.add("optimality gap");
        }
        table("Return: " + (evaluated ? measure(here) : "mean of the last 100 training episodes"), "", head, rows);
    }

    private String measure(List<Integer> here) {
        return here.stream()
                .flatMap(i -> groups.get(i).counted().stream())
                .map(ReportRun::measure)
                .findFirst()
                .orElseThrow();
    }

    private static String steps(ReportGroup group) {
        return (group.counted().isEmpty() ? group.runs() : group.counted())
                .stream()
                        .map(run -> Numbers.text("%,d", run.outcome().timesteps()))
                        .distinct()
                        .collect(Collectors.joining(" / "));
    }

    private void figure(List<Integer> here) {
        List<Integer> drawn = here.stream()
                .filter(i -> !lines.get(i).seeds().isEmpty())
                .sorted((a, b) ->
                        Double.compare(lines.get(b).last(), lines.get(a).last()))
                .limit(MOST)
                .sorted()
                .toList();
        List<Integer> places =
                drawn.stream().map(i -> methods.indexOf(names.get(i))).toList();
        List<ConfidenceBand> curves =
                drawn.stream().map(i -> lines.get(i).over(CurveAxis.STEPS)).toList();
        String picture = new CurvesSvg(CurveAxis.STEPS.title(), places, curves).text();
        if (picture.isEmpty()) {
            body.append("<p>No curve: no episode has ended, or the entry has none.</p>\n");
            return;
        }
        body.append("<figure>\n<figcaption>Mean return of the last 100 training episodes</figcaption>\n" + picture
                + "<ul>\n");
        for (int i = 0; i < drawn.size(); i++) {
            int seeds = lines.get(drawn.get(i)).seeds().size();
            body.append("<li>" + CurvesSvg.sample(places.get(i)) + " "
                    + escaped(names.get(drawn.get(i)) + (seeds > 1 ? ": mean of " + seeds + " runs" : ": one run"))
                    + "</li>\n");
        }
        body.append("</ul>\n<p class=\"soft\">Bands are the means' intervals of 95 %."
                + (drawn.size() < here.size()
                        ? " Drawn are the " + drawn.size() + " of " + here.size() + " with the greatest last value."
                        : "")
                + "</p>\n</figure>\n");
    }

    /** Returns the scores of a method by environment, of those where it has some. */
    private Map<String, double[]> scores(String method, Set<String> environments) {
        Map<String, double[]> scores = new LinkedHashMap<>();
        for (String env : environments) {
            of(env).stream()
                    .filter(i -> names.get(i).equals(method))
                    .map(i -> ReportScores.of(groups.get(i), evaluated(env)))
                    .filter(values -> values.length > 0)
                    .forEach(values -> scores.put(env, values));
        }
        return scores;
    }

    private void improvements(Set<String> environments) {
        Map<String, Map<String, double[]>> all = new LinkedHashMap<>();
        methods.stream().limit(MOST).forEach(method -> all.put(method, scores(method, environments)));
        List<List<String>> rows = new ArrayList<>();
        List<String> compared = List.copyOf(all.keySet());
        for (int a = 0; a < compared.size(); a++) {
            for (int b = a + 1; b < compared.size(); b++) {
                Set<String> common =
                        new LinkedHashSet<>(all.get(compared.get(a)).keySet());
                common.retainAll(all.get(compared.get(b)).keySet());
                if (!common.isEmpty()) {
                    MeanWithInterval better = strata(all.get(compared.get(a)), common)
                            .improvementOver(strata(all.get(compared.get(b)), common));
                    rows.add(List.of(
                            compared.get(a),
                            compared.get(b),
                            better.toString(),
                            common.size() == environments.size() ? "all" : String.join(", ", common)));
                }
            }
        }
        if (!rows.isEmpty()) {
            heading("Probability of improvement");
            table(
                    "Probability that a run of X has a greater return than one of Y; 0.5 is no difference"
                            + (methods.size() > MOST ? " (the first " + MOST + " methods)" : ""),
                    "",
                    List.of("X", "Y", "P(X > Y)", "environments"),
                    rows);
        }
    }

    private static ReportScores strata(Map<String, double[]> scores, Set<String> environments) {
        return new ReportScores(environments.stream().map(scores::get).toArray(double[][]::new));
    }

    /** Adds the aggregates of normalised scores of the methods that have them in every environment. */
    private void aggregates(Set<String> environments) {
        Set<String> scaled =
                environments.stream().filter(scales::has).collect(Collectors.toCollection(LinkedHashSet::new));
        if (environments.size() < 2) {
            return;
        }
        heading("Over environments");
        List<List<String>> rows = new ArrayList<>();
        for (String method : methods) {
            Map<String, double[]> scores = scores(method, scaled);
            if (scaled.size() > 1 && scores.keySet().equals(scaled)) {
                scores.replaceAll((env, values) -> scales.scaled(env, values));
                ReportScores of = strata(scores, scaled);
                rows.add(List.of(
                        method,
                        of.mean().toString(),
                        of.median().toString(),
                        of.interquartileMean().toString(),
                        of.optimalityGap().toString()));
            }
        }
        if (rows.isEmpty()) {
            body.append(
                    "<p>No aggregates: they need a normalisation of two environments or more (human scores of Atari "
                            + "games are known, --normalize gives others), and a method with results in all of these.</p>\n");
            return;
        }
        table(
                "Normalised scores over " + String.join(", ", scaled),
                "",
                List.of("method", "mean", "median", "IQM", "optimality gap"),
                rows);
        body.append("<p class=\"soft\">" + escaped(scales.description(scaled)) + "</p>\n");
    }

    private void settings() {
        heading("Settings");
        List<String> differing = ReportGroup.differing(groups);
        for (int start = 0; groups.size() > 1 && start < groups.size(); start += COLUMNS) {
            int from = start;
            int to = Math.min(from + COLUMNS, groups.size());
            table(
                    "That differ" + (from == 0 ? "" : ", continued"),
                    "text",
                    head(from, to),
                    differing.stream()
                            .filter(key -> groups.subList(from, to).stream()
                                    .anyMatch(group -> group.settings().containsKey(key)))
                            .map(key -> row(key, groups.subList(from, to)))
                            .toList());
        }
        body.append("<h3>" + (groups.size() > 1 ? "That are the same" : "All") + "</h3>\n<ul class=\"same\">\n");
        groups.get(0).settings().forEach((key, value) -> {
            if (!differing.contains(key) && !key.equals("seed")) {
                body.append("<li><b>" + escaped(key) + "</b> " + escaped(ReportGroup.shown(value)) + "</li>\n");
            }
        });
        body.append("</ul>\n");
    }

    private List<String> head(int from, int to) {
        List<String> head = new ArrayList<>(List.of("setting"));
        boolean one = groups.stream().map(ReportGroup::env).distinct().count() == 1;
        for (int i = from; i < to; i++) {
            head.add(names.get(i) + (one ? "" : " on " + groups.get(i).env()));
        }
        return head;
    }

    private static List<String> row(String key, List<ReportGroup> columns) {
        return Stream.concat(
                        Stream.of(key),
                        columns.stream()
                                .map(group -> ReportGroup.shown(group.settings().getOrDefault(key, "–"))))
                .toList();
    }

    private void runs() {
        heading("Runs");
        List<Map<String, String>> software = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            for (ReportRun run : groups.get(i).runs()) {
                Map<String, String> its = software(run.manifest());
                if (!software.contains(its)) {
                    software.add(its);
                }
                rows.add(List.of(
                        run.name(),
                        names.get(i) + " on " + groups.get(i).env(),
                        run.seed(),
                        Numbers.text("%,d", run.outcome().timesteps()),
                        Numbers.ofReturn(run.outcome().meanReturn100(), 2),
                        Numbers.ofReturn(run.evaluated(), 2),
                        Numbers.decimal(run.outcome().wallSeconds(), 1),
                        run.outcome().digest().isEmpty() ? "–" : run.outcome().digest(),
                        Integer.toString(software.indexOf(its) + 1),
                        run.notes() + (groups.get(i).isOwn(run) ? "" : "; does not count, a copy of another")));
            }
        }
        table(
                "Each run: a digest is equal where settings, seed and software give the same bits",
                "runs",
                List.of(
                        "run",
                        "method",
                        "seed",
                        "steps",
                        "in training",
                        "evaluated",
                        "seconds",
                        "digest",
                        "software",
                        "state"),
                rows);
        Set<String> facts = new LinkedHashSet<>();
        software.forEach(its -> facts.addAll(its.keySet()));
        List<String> head = new ArrayList<>(List.of("software"));
        IntStream.rangeClosed(1, software.size()).mapToObj(Integer::toString).forEach(head::add);
        table(
                "Software and machines",
                "text",
                head,
                facts.stream()
                        .map(fact -> Stream.concat(
                                        Stream.of(fact), software.stream().map(its -> its.getOrDefault(fact, "–")))
                                .toList())
                        .toList());
    }

    private static Map<String, String> software(JsonNode manifest) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("hts-rl", RunFacts.build(manifest.path("hts_rl")).toString());
        for (String part : List.of("backend", "libraries", Manifest.ENVIRONMENT_SOFTWARE, "java", "os", "cpu")) {
            String text = manifest.path(part).properties().stream()
                    .filter(fact ->
                            fact.getValue().isValueNode() && !fact.getKey().equals("max_heap_bytes"))
                    .map(fact -> fact.getKey() + " " + fact.getValue().asText())
                    .collect(Collectors.joining(", "));
            if (!text.isEmpty()) {
                facts.put(part.replace('_', ' '), text);
            }
        }
        return facts;
    }

    private void heading(String text) {
        body.append("<h2>" + escaped(text) + "</h2>\n");
    }

    private void table(String caption, String kind, List<String> head, List<List<String>> rows) {
        body.append("<h3>" + escaped(caption) + "</h3>\n<div class=\"wide " + kind
                + "\" tabindex=\"0\"><table>\n<thead><tr>");
        head.forEach(cell -> body.append("<th scope=\"col\">" + escaped(cell) + "</th>"));
        body.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            body.append("<tr><th scope=\"row\">" + escaped(row.get(0)) + "</th>");
            row.stream().skip(1).forEach(cell -> body.append("<td>" + escaped(cell) + "</td>"));
            body.append("</tr>\n");
        }
        body.append("</tbody>\n</table></div>\n");
    }

    private static String escaped(String text) {
        return CurvesPage.escaped(ShownText.of(text));
    }

    /** Ranges of returns of environments, which count as 0 and 1. Immutable. */
    record ScoreScales(Map<String, double[]> given) {
        private static final Map<String, double[]> ATARI = Resources.text(ReportPage.class, "atari-scores.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words ->
                        new double[] {Double.parseDouble(words[1]), Double.parseDouble(words[2])}));

        private double[] of(String env) {
            return given.getOrDefault(
                    env,
                    env.startsWith("ALE/")
                            ? ATARI.get(
                                    env.replaceFirst("-v\\d+$", "").substring(4).toLowerCase(Locale.ROOT))
                            : null);
        }

        boolean has(String env) {
            return of(env) != null;
        }

        double[] scaled(String env, double[] values) {
            double[] ends = of(env);
            return Arrays.stream(values)
                    .map(value -> (value - ends[0]) / (ends[1] - ends[0]))
                    .toArray();
        }

        ReportScores scaled(String env, ReportScores scores) {
            return new ReportScores(new double[][] {scaled(env, scores.strata()[0])});
        }

        String description(Set<String> environments) {
            return "0 and 1 are returns of "
                    + environments.stream()
                            .map(env -> of(env)[0] + " and " + of(env)[1] + " on " + env)
                            .collect(Collectors.joining("; "))
                    + " (of Atari games by default those of random play and of a human: Mnih et al. 2015, Wang et al. 2016).";
        }
    }
}

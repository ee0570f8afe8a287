package io.htsrl.determinism.commands;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.CsvLine;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.DistributionHead;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.work.Team;
import io.htsrl.learners.offpolicy.ActorCritics;
import io.htsrl.policies.acting.JointPolicy;
import io.htsrl.policies.gradient.Critics;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.normalize.NormalizedPolicy;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The steps of a {@link RelivedInterval} as rows, and as text. One thread. */
final class ReliveTable {
    private static final int LONGEST = 8; // numbers of an observation that a text table shows

    /** Formats of the rows. */
    enum Format {
        TABLE,
        JSONL,
        CSV,
        PARQUET
    }

    private final RelivedInterval relived;
    private final RunConfig config;
    private final StorageBank steps;
    private final ActionHead head;
    private final ActionDistribution distribution; // null where actions have no density
    private final Optional<double[]> critics;

    /** Creates a table of an interval whose steps are known. */
    ReliveTable(RelivedInterval relived, RunConfig config) {
        this.relived = relived;
        this.config = config;
        this.steps = relived.steps();
        this.head = config.head(relived.spec());
        this.distribution = head instanceof DistributionHead drawn ? drawn.newDistribution() : null;
        this.critics = config.algorithm() instanceof ActorCritics learnt
                ? CriticValues.of(learnt, config.policy(relived.spec()), steps, relived.parameters())
                : Optional.empty();
    }

    /** Returns the steps, replica after replica, each with its values by column. */
    List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int column = 0; column < relived.replicas().size(); column++) {
            for (int step = 0; step < steps.shape().steps(); step++) {
                rows.add(row(step, column));
            }
        }
        return rows;
    }

    /** Prints rows as text. */
    static void print(List<Map<String, Object>> rows, Format format, PrintWriter out) {
        List<String> names = List.copyOf(rows.get(0).keySet());
        TextTable table = new TextTable();
        switch (format) {
            case TABLE -> {
                table.row(names.toArray(String[]::new));
                rows.forEach(row ->
                        table.row(row.values().stream().map(ReliveTable::brief).toArray(String[]::new)));
                table.print(out);
            }
            case CSV -> {
                out.println(CsvLine.of(names));
                rows.forEach(row -> out.println(
                        CsvLine.of(row.values().stream().map(ReliveTable::exact).toList())));
            }
            case JSONL -> rows.forEach(row -> out.println(line(row)));
            case PARQUET -> throw new IllegalArgumentException("no text");
        }
    }

    /** Returns a step as lines of text. */
    static List<String> lines(Map<String, Object> row) {
        return row.entrySet().stream()
                .map(entry -> Numbers.text("%-12s %s", entry.getKey(), brief(entry.getValue())))
                .toList();
    }

    /** Returns a line of JSON. */
    static String line(Map<String, Object> row) {
        return new ObjectMapper().valueToTree(row).toString();
    }

    /** Returns the values of a step by column; values that the algorithm lacks are left out, of single steps null. */
    private Map<String, Object> row(int step, int column) {
        int at = steps.row(step, column);
        int output = at * steps.shape().outputWidth();
        int action = at * steps.shape().actionWidth();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("env", relived.replicas().get(column));
        row.put("step", step);
        float[] observed = observation(step, column);
        int seen = observed.length - steps.shape().observationSpace().unread();
        row.put("observation", Arrays.copyOf(observed, seen));
        if (seen < observed.length) {
            row.put("mask", slice(observed, seen, observed.length - seen));
        }
        row.put("action", slice(steps.actions(), action, steps.shape().actionWidth()));
        row.put("output", slice(steps.outputs(), output, steps.shape().outputWidth()));
        if (distribution != null) {
            distribution.evaluate(steps.outputs(), output, steps.actions(), action);
            row.put("log_prob", distribution.logProbability());
        }
        relived.selector(column)
                .logProbabilities()
                .ifPresent(drawn -> row.put("log_prob", Double.isNaN(drawn[step]) ? null : drawn[step]));
        critics.ifPresent(values -> row.put("value", values[at]));
        if (config.algorithm().heads() == Heads.ACTOR_CRITIC) {
            row.put("value", steps.outputs()[output + steps.shape().outputWidth() - 1]);
        } else if (head instanceof ActionValues values) {
            row.put("value", values.value(steps.outputs(), output, (int) steps.actions()[action]));
        }
        row.put("reward", steps.rewards()[at]);
        if (steps.shape().scored()) {
            row.put("score", steps.scores()[at]);
        }
        row.put("ended", ended(at));
        relived.estimates().forEach((name, values) -> row.put(name, values[at]));
        return row;
    }

    /** Returns the observation before a step, with its mask; of stacked ones the newest frame. */
    private float[] observation(int step, int column) {
        int size = steps.shape().observationSpace().size();
        int at = steps.observationOffset(step, column);
        if (steps.floatObservations() != null) {
            return slice(steps.floatObservations(), at, size);
        }
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = steps.byteObservations()[at + i] & 0xff;
        }
        return values;
    }

    private static float[] slice(float[] values, int from, int count) {
        return Arrays.copyOfRange(values, from, from + count);
    }

    private String ended(int row) {
        return steps.lost(row)
                ? "lost"
                : steps.terminated(row)
                        ? steps.continues(row) ? "life lost" : "terminated"
                        : steps.truncated(row) ? "truncated" : "";
    }

    private static String exact(Object value) {
        return value instanceof float[] numbers ? texts(numbers, String::valueOf) : Objects.toString(value, "");
    }

    /** Returns a text for people: four digits, and of many numbers their count, range and mean. */
    private static String brief(Object value) {
        if (value instanceof float[] numbers) {
            return numbers.length <= LONGEST ? texts(numbers, ReliveTable::digits) : range(numbers);
        }
        return value instanceof Float || value instanceof Double
                ? digits(((Number) value).doubleValue())
                : Objects.toString(value, "");
    }

    private static String texts(float[] numbers, Function<Float, String> text) {
        List<String> texts = new ArrayList<>();
        for (float number : numbers) {
            texts.add(text.apply(number));
        }
        return String.join(" ", texts);
    }

    private static String range(float[] numbers) {
        DoubleSummaryStatistics all =
                IntStream.range(0, numbers.length).mapToDouble(i -> numbers[i]).summaryStatistics();
        return Numbers.text(
                "%,d numbers, %s .. %s, mean %s",
                numbers.length, digits(all.getMin()), digits(all.getMax()), digits(all.getAverage()));
    }

    /** Returns a number with four significant digits, a whole one without a point; - for a forbidden output. */
    static String digits(double number) {
        if (number == OutputRow.FORBIDDEN) {
            return "-";
        }
        return number == Math.rint(number) && Math.abs(number) < 1e6
                ? Long.toString((long) number)
                : Numbers.text("%.4g", number);
    }

    /** Values of recorded steps by the critics of SAC, TQC, TD3 and DDPG. Stateless, any thread. */
    private static final class CriticValues {
        private CriticValues() {}

        /**
         * Returns the value of each row's observation and action: the mean of the critics' smallest outputs, as many as
         * the algorithm keeps (one: the least). Empty for policies without critics of their own.
         *
         * @param phi the parameters that collected the steps
         */
        static Optional<double[]> of(ActorCritics config, PolicyNetwork policy, StorageBank steps, float[] phi) {
            if (!(policy instanceof JointPolicy joint)) {
                return Optional.empty();
            }
            int rows = steps.shape().rows();
            int from = joint.criticsOffset();
            float[] outputs =
                    new float[config.critics() * rows * joint.critics().outputs()];
            ObservationBatch observations = new ObservationBatch(rows);
            steps.bind(observations);
            for (int row = 0; row < rows; row++) {
                steps.addRow(observations, row);
            }
            try (Team team = Team.alone()) {
                Critics critics = JointPolicy.critics(joint.critics(), rows, team, false);
                critics.loadParameters(
                        Arrays.copyOfRange(phi, from, from + joint.critics().parameterCount()));
                ObservationBatch inputs = NormalizedPolicy.rowsOf(joint.actor(), rows)
                        .map(normalized -> normalized.of(phi, observations, 0, rows))
                        .orElse(observations);
                critics.forward(inputs, steps.actions(), config.critics(), outputs);
            }
            double[] values = new double[rows];
            Arrays.setAll(values, row -> value(config, joint.critics(), steps, outputs, row));
            return Optional.of(values);
        }

        private static double value(
                ActorCritics config, CriticsLayout layout, StorageBank steps, float[] outputs, int row) {
            int rows = steps.shape().rows();
            int width = layout.outputs();
            return IntStream.range(0, config.critics() * width)
                    .filter(i -> layout.actionWidth() > 0 || i % width == (int) steps.actions()[row]) // of each action
                    .mapToDouble(i -> outputs[(i / width * rows + row) * width + i % width])
                    .sorted()
                    .limit(config.keptValues())
                    .average()
                    .orElseThrow();
        }
    }
}

package io.htsrl.experiments.steps;

import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.environments.wrapper.StepTime;
import io.htsrl.environments.wrapper.StepTimeTrace;
import io.htsrl.trainer.evaluation.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The times of an environment's own steps, as an executor measures them: one replica, alone on the machine, with random
 * actions. They are kept in a file, which {@code --step-time trace:FILE} reads, so that a resumed experiment has the
 * same times. Immutable.
 *
 * @param time the trace, with steps that take processor time
 * @param remote whether steps are computed outside the executor
 * @param summary comments of the file: mean, spread, percentiles
 */
public record OwnTimes(StepTime time, boolean remote, List<String> summary) {
    public static final String FILE = "own-step-times.csv";

    private static final String COMMENT = "# ";
    private static final String REMOTE = "in a process of its own";
    private static final long MOST_NANOS = 20_000_000_000L;
    private static final int LEAST = 20;
    /** Divisor: steps / UNTIMED steps run first without being timed, since new code is slow. */
    private static final int UNTIMED = 10;

    /** Reads the times in the folder; measures them where it has none. */
    public static OwnTimes of(EnvironmentSource source, int steps, Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            List<String> lines = source.ask(environment -> measured(environment, steps));
            WholeFile.write(file, String.join("\n", lines) + "\n");
        }
        return read(file);
    }

    /** Reads a file. */
    public static OwnTimes read(Path file) throws IOException {
        StepTimeTrace trace = StepTimeTrace.read(file);
        List<String> summary = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(COMMENT))
                .map(line -> line.substring(COMMENT.length()))
                .toList();
        return new OwnTimes(
                new StepTime(StepTime.Distribution.TRACE, 1, trace.meanNanos(), true, trace),
                summary.get(0).contains(REMOTE),
                summary);
    }

    /** Returns the shape of the gamma distribution with this mean and standard deviation. */
    public double gammaShape() {
        double cv = time.trace().relativeDeviation();
        return 1 / (cv * cv);
    }

    private static List<String> measured(Environment environment, int steps) {
        RandomStepper play = new RandomStepper(environment);
        int untimed = Math.max(LEAST, steps / UNTIMED);
        long[] times = new long[steps];
        int count = 0;
        long begun = System.nanoTime();
        for (int i = -untimed; i < steps && (count < LEAST || System.nanoTime() - begun < MOST_NANOS); i++) {
            long nanos = play.step(untimed + i);
            if (i >= 0) {
                times[count++] = nanos;
            }
        }
        long[] taken = Arrays.copyOf(times, count);
        List<String> lines = new ArrayList<>(summary(environment, taken, play));
        Arrays.stream(taken).forEach(nanos -> lines.add(nanos + "ns"));
        return lines;
    }

    private static List<String> summary(Environment environment, long[] taken, RandomStepper play) {
        double[] nanos = Arrays.stream(taken).asDoubleStream().toArray();
        double mean = Sample.mean(nanos);
        double deviation = Sample.standardDeviation(nanos);
        long[] sorted = taken.clone();
        Arrays.sort(sorted);
        String where = environment instanceof RemoteEnvironment ? ", " + REMOTE : "";
        return List.of(
                COMMENT + "own step times of " + environment.spec().id() + ": " + taken.length + " steps of one replica"
                        + where + ", by drawn actions",
                COMMENT + "mean " + micros(mean) + ", standard deviation " + micros(deviation)
                        + Numbers.text(
                                ", cv %.3f, shape of the gamma distribution of these %.3g",
                                deviation / mean, mean * mean / (deviation * deviation)),
                COMMENT + "least " + micros(sorted[0]) + ", 50 % " + micros(at(sorted, 0.5)) + ", 90 % "
                        + micros(at(sorted, 0.9)) + ", 99 % " + micros(at(sorted, 0.99)) + ", 99.9 % "
                        + micros(at(sorted, 0.999)) + ", greatest " + micros(sorted[sorted.length - 1]),
                COMMENT + "resets: " + play.resets() + ", mean " + micros(play.meanResetNanos()));
    }

    /** Returns the smallest time that is not exceeded by this fraction of all times. */
    private static long at(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    private static String micros(double nanos) {
        return Numbers.text(nanos < 100_000 ? "%.2f us" : "%.0f us", nanos / 1000);
    }
}

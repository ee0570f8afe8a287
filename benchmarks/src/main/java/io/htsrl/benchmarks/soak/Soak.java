package io.htsrl.benchmarks.soak;

import io.htsrl.core.service.VectorModule;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Runs random configurations, unusual ones included, and compares each with its reference: no run may hang, no digest
 * may differ. All run in one JVM, one after another. Exits with 1 after a hang, difference or failure. One thread.
 */
@Command(
        name = "soak",
        sortOptions = false,
        customSynopsis = "benchmarks/run soak [--minutes M] [--seed S] [--adapt]",
        description = "Compares random configurations of threads, batches, waits and delays with their serial digests.")
public final class Soak implements Callable<Integer> {
    private static final int MAX_FAILURES = 10;

    @Spec
    private CommandSpec spec;

    @Option(names = "--minutes", description = "Duration in minutes; default 30.")
    private double minutes = 30;

    @Option(names = "--seed", description = "Seed of the configurations; default 1.")
    private long seed = 1;

    @Option(names = "--only", description = "Number of a single configuration to run.")
    private Long only;

    @Option(names = "--times", description = "Runs of the configuration of --only; default 1.")
    private int times = 1;

    @Option(names = "--patience", description = "Seconds without a step that count as a hang; default 20.")
    private double patience = 20;

    @Option(
            names = "--adapt",
            description = "Change the thread settings at random after each swap, where the schedule supports it.")
    private boolean adapt;

    private final SoakTally tally = new SoakTally();
    private PrintWriter out;

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new Soak()).execute(args)); // threads that hang must not keep the process
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!(minutes > 0) || !(patience > 0) || times < 1 || only != null && only < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--minutes, --patience and --times must be positive, and --only at least 0");
        }
        out = spec.commandLine().getOut();
        SoakRun run = new SoakRun(Duration.ofNanos((long) (patience * 1e9)));
        out.printf(
                Locale.ROOT,
                "soak with seed %d on %d cores%n",
                seed,
                Runtime.getRuntime().availableProcessors());
        out.flush();
        if (only == null) {
            soak(run);
        } else {
            for (int time = 0; time < times && tally.failures() == 0; time++) {
                runOne(run, only);
            }
        }
        out.println(tally);
        out.flush();
        return tally.failures() == 0 ? 0 : 1;
    }

    private void soak(SoakRun run) throws InterruptedException {
        long begin = System.nanoTime();
        long lines = 0;
        double elapsed = 0;
        for (long index = 0; elapsed < minutes && tally.failures() < MAX_FAILURES; index++) {
            runOne(run, index);
            elapsed = (System.nanoTime() - begin) / 60e9;
            if (elapsed >= lines + 1) {
                lines = (long) elapsed;
                out.println(lines + " min: " + tally);
                out.flush();
            }
        }
    }

    private void runOne(SoakRun run, long index) throws InterruptedException {
        SoakCase drawn = adapt ? SoakCase.drawn(seed, index).adapting() : SoakCase.drawn(seed, index);
        SoakOutcome outcome = run.run(drawn);
        tally.add(drawn, outcome);
        if (!outcome.verdict().passes()) {
            out.println(outcome.verdict() + ": " + drawn.text(seed) + "\n" + outcome.detail());
            out.flush();
        }
    }
}

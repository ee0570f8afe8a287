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
 * Runs configurations drawn at random, those included that nobody would choose, and holds each against its reference:
 * nothing may hang, nothing may differ. One after another in one JVM; exits with 1 where something did. One thread.
 */
@Command(
        name = "soak",
        sortOptions = false,
        customSynopsis = "benchmarks/run soak [--minutes M] [--seed S] [--adapt]",
        description = "Runs random configurations of threads, batches, waits and delays against their serial digests.")
public final class Soak implements Callable<Integer> {
    private static final int MOST_BAD = 10;

    @Spec
    private CommandSpec spec;

    @Option(names = "--minutes", description = "How long; default 30.")
    private double minutes = 30;

    @Option(names = "--seed", description = "What configurations are drawn from; default 1.")
    private long seed = 1;

    @Option(names = "--only", description = "One configuration alone, by its number.")
    private Long only;

    @Option(names = "--times", description = "How often that one is run; default 1.")
    private int times = 1;

    @Option(names = "--patience", description = "Seconds without a step that are a hang; default 20.")
    private double patience = 20;

    @Option(names = "--adapt", description = "Other threads serve after each swap, where the schedule can adapt them.")
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
            for (int time = 0; time < times && tally.bad() == 0; time++) {
                one(run, only);
            }
        }
        out.println(tally);
        out.flush();
        return tally.bad() == 0 ? 0 : 1;
    }

    private void soak(SoakRun run) throws InterruptedException {
        long begin = System.nanoTime();
        long lines = 0;
        double elapsed = 0;
        for (long index = 0; elapsed < minutes && tally.bad() < MOST_BAD; index++) {
            one(run, index);
            elapsed = (System.nanoTime() - begin) / 60e9;
            if (elapsed >= lines + 1) {
                lines = (long) elapsed;
                out.println(lines + " min: " + tally);
                out.flush();
            }
        }
    }

    private void one(SoakRun run, long index) throws InterruptedException {
        SoakCase drawn = adapt ? SoakCase.drawn(seed, index).adapting() : SoakCase.drawn(seed, index);
        SoakOutcome outcome = run.run(drawn);
        tally.add(drawn, outcome);
        if (!outcome.verdict().good()) {
            out.println(outcome.verdict() + ": " + drawn.text(seed) + "\n" + outcome.detail());
            out.flush();
        }
    }
}

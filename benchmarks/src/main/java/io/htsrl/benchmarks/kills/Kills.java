package io.htsrl.benchmarks.kills;

import io.htsrl.benchmarks.kills.Outcome.Verdict;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.service.VectorModule;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Kills Python workers and JVMs at random moments and counts the outcomes: every worker must be named in the run's
 * error, every run of a killed JVM resumed, without orphans and hangs. Exits with 1 otherwise. One thread.
 */
@Command(
        name = "kills",
        sortOptions = false,
        customSynopsis = "benchmarks/run kills [--workers N] [--jvm N] [--seed S] [--python EXE]",
        description = "Kills Python workers and JVMs at random moments.")
public final class Kills implements Callable<Integer> {
    private static final int KILLS_PER_RUN = 5;

    @Spec
    private CommandSpec spec;

    @Option(names = "--workers", description = "Number of workers to kill, by SIGKILL or SIGSEGV; default 100.")
    private int workers = 100;

    @Option(names = "--jvm", description = "Number of JVMs to kill, five per run; default 50.")
    private int jvms = 50;

    @Option(names = "--seed", description = "Seed of the moments; default 1.")
    private long seed = 1;

    @Option(names = "--python", description = "Python interpreter, which needs no packages; default python3.")
    private String python = "python3";

    private final Map<Verdict, Integer> tally = new EnumMap<>(Verdict.class);
    private PrintWriter out;

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(new CommandLine(new Kills()).execute(args)); // threads that hang must not keep the process
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        out = spec.commandLine().getOut();
        RandomStream root = RandomStream.root(seed);
        for (int kill = 0; kill < workers; kill++) {
            record(List.of(new WorkerKill(python, root.spawn("worker").spawn(kill), kill).run()));
        }
        report("workers");
        boolean workersPass = allPass();
        tally.clear();
        for (int killed = 0; killed < jvms; killed += KILLS_PER_RUN) {
            RandomStream draws = root.spawn("jvm").spawn(killed);
            int kills = Math.min(KILLS_PER_RUN, jvms - killed);
            record(new JvmKills(python, Files.createTempDirectory("hts-kills-"), draws).run(kills));
        }
        report("JVMs");
        return workersPass && allPass() ? 0 : 1;
    }

    private void record(List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            tally.merge(outcome.verdict(), 1, Integer::sum);
            if (!outcome.verdict().passes()) {
                out.println(outcome.verdict() + ": " + outcome.detail());
                out.flush();
            }
        }
    }

    private void report(String victims) {
        out.println("kills of " + victims + ": " + tally);
        out.flush();
    }

    private boolean allPass() {
        return tally.keySet().stream().allMatch(Verdict::passes);
    }
}

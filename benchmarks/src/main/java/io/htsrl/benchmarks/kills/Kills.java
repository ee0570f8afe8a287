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
 * Kills workers of Python and JVMs at random moments, and counts how that ended: every one is to be named or resumed,
 * without orphans and hangs. Exits with 1 where one is not. One thread.
 */
@Command(
        name = "kills",
        sortOptions = false,
        customSynopsis = "benchmarks/run kills [--workers N] [--jvm N] [--seed S] [--python EXE]",
        description = "Kills workers of Python, and JVMs, at random moments.")
public final class Kills implements Callable<Integer> {
    private static final int IN_ONE_RUN = 5;

    @Spec
    private CommandSpec spec;

    @Option(names = "--workers", description = "Workers to kill, by SIGKILL or SIGSEGV; default 100.")
    private int workers = 100;

    @Option(names = "--jvm", description = "JVMs to kill, five of each run; default 50.")
    private int jvms = 50;

    @Option(names = "--seed", description = "What moments are drawn from; default 1.")
    private long seed = 1;

    @Option(names = "--python", description = "Its standard library is enough; default python3.")
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
            tell(List.of(new WorkerKill(python, root.spawn("worker").spawn(kill), kill).run()));
        }
        report("workers");
        boolean good = good();
        tally.clear();
        for (int killed = 0; killed < jvms; killed += IN_ONE_RUN) {
            RandomStream draws = root.spawn("jvm").spawn(killed);
            int kills = Math.min(IN_ONE_RUN, jvms - killed);
            tell(new JvmKills(python, Files.createTempDirectory("hts-kills-"), draws).run(kills));
        }
        report("JVMs");
        return good && good() ? 0 : 1;
    }

    private void tell(List<Outcome> outcomes) {
        for (Outcome outcome : outcomes) {
            tally.merge(outcome.verdict(), 1, Integer::sum);
            if (!outcome.verdict().good()) {
                out.println(outcome.verdict() + ": " + outcome.detail());
                out.flush();
            }
        }
    }

    private void report(String what) {
        out.println("kills of " + what + ": " + tally);
        out.flush();
    }

    private boolean good() {
        return tally.keySet().stream().allMatch(Verdict::good);
    }
}

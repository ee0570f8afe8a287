package io.htsrl.determinism.bisect;

import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.determinism.verify.Chain;
import io.htsrl.determinism.verify.ChildRuns;
import io.htsrl.determinism.verify.Difference;
import io.htsrl.determinism.verify.Localizer;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Trains one configuration with two builds, compares their digest chains, and between two commits searches the first
 * whose bits differ from the good one's. A commit that cannot be built, run or compared is skipped. One thread.
 */
public final class Bisection {
    private final RunConfig config;
    private final List<String> settings;
    private final Checkout checkout;
    private final Path work;
    private final RunControl session;
    private final PrintWriter out;
    private int runs;
    private Trained good; // the first build
    private Trained before; // the last one with its bits
    private Trained other; // the first one that differs
    private long last; // the first interval whose recorded digests differ between those two

    private record Trained(Checkout.Build build, RunReader run) {}

    /**
     * Takes the configuration; nothing starts yet.
     *
     * @param settings flags of {@code hts train} for {@code config}
     * @param work folder for the runs
     */
    public Bisection(
            RunConfig config,
            List<String> settings,
            Checkout checkout,
            Path work,
            RunControl session,
            PrintWriter out) {
        this.config = config;
        this.settings = settings;
        this.checkout = checkout;
        this.work = work;
        this.session = session;
        this.out = out;
    }

    /**
     * Compares and searches; returns the exit code.
     *
     * @throws Repetitions.RepetitionFailedException when one of both builds gives no run
     * @throws ConfigurationException when one of both is neither a build nor a commit
     */
    public int run(String goodName, String badName)
            throws IOException, InterruptedException, Repetitions.RepetitionFailedException {
        Optional<String> goodCommit = commit("--good", goodName);
        Optional<String> badCommit = commit("--bad", badName);
        List<String> commits = List.of();
        if (goodCommit.isPresent() && badCommit.isPresent()) {
            commits = checkout.between(goodCommit.get(), badCommit.get());
            Violations.require(
                    !commits.isEmpty() || goodCommit.equals(badCommit),
                    "--good",
                    goodName,
                    "must be an ancestor of " + badName,
                    "exchange them, or give another commit");
        }
        good = train(build(goodName, goodCommit));
        before = good;
        if (!differs(train(build(badName, badCommit)))) {
            return ExitCode.OK;
        }
        search(commits);
        printField();
        return ExitCode.DIFFERENT;
    }

    private Optional<String> commit(String flag, String name) throws InterruptedException {
        if (Checkout.Build.of(Path.of(name)).isPresent()) {
            return Optional.empty();
        }
        Optional<String> commit = checkout.commit(name);
        Violations.require(
                commit.isPresent(),
                flag,
                name,
                "must be a commit of the git checkout in this folder, or a folder with hts, bin/hts or lib",
                "check its name, and start in the checkout");
        return commit;
    }

    private Checkout.Build build(String name, Optional<String> commit)
            throws IOException, InterruptedException, Repetitions.RepetitionFailedException {
        return commit.isPresent()
                ? checkout.build(commit.get())
                : Checkout.Build.of(Path.of(name)).orElseThrow();
    }

    /** Compares a build with the good one, and prints and keeps the result. */
    private boolean differs(Trained next) {
        ChainDiff diff = ChainDiff.of(good.run(), next.run());
        if (!diff.differs()) {
            out.println(Numbers.text(
                    "     equal: %,d intervals, digest %s",
                    diff.equalIntervals(), diff.extentB().digest()));
            before = next;
            return false;
        }
        out.println(
                diff.firstA().closing()
                        ? "     differs in the learning after the last interval"
                        : Numbers.text(
                                "     differs, recorded first in interval %,d",
                                diff.firstA().interval()));
        last = diff.firstA().interval();
        other = next;
        return true;
    }

    /** Searches the first commit that differs, where the last one does. */
    private void search(List<String> commits) throws IOException, InterruptedException {
        int equal = -1;
        int different = commits.size() - 1;
        Set<Integer> skipped = new HashSet<>();
        for (int at = middle(equal, different, skipped); at >= 0; at = middle(equal, different, skipped)) {
            out.println(Numbers.count(different - equal - 1, "commit") + " left");
            try {
                if (differs(train(checkout.build(commits.get(at))))) {
                    different = at;
                } else {
                    equal = at;
                }
            } catch (Repetitions.RepetitionFailedException | ConfigurationException e) {
                skipped.add(at);
                out.println("     skipped: " + ShownText.line(e.getMessage().replace('\n', ' ')));
            }
        }
        if (!commits.isEmpty()) {
            out.println("first commit with other bits: " + other.build().name());
            commits.subList(equal + 1, different)
                    .forEach(commit -> out.println("  or " + commit + ", which was skipped"));
        }
    }

    /** Returns the index nearest to the middle between both that is not skipped; -1 where none exists. */
    private static int middle(int equal, int different, Set<Integer> skipped) {
        return IntStream.range(equal + 1, different)
                .filter(at -> !skipped.contains(at))
                .boxed()
                .min(Comparator.comparingInt(at -> Math.abs(2 * at - equal - different)))
                .orElse(-1);
    }

    private Trained train(Checkout.Build build)
            throws IOException, InterruptedException, Repetitions.RepetitionFailedException {
        runs++;
        out.println(Numbers.text("%3d  %s", runs, build.name()));
        out.flush();
        Path folder = work.resolve("run-" + runs);
        List<String> train = Stream.of(List.of("train"), settings, List.of("--quiet", "--out", folder.toString()))
                .flatMap(List::stream)
                .toList();
        run(build, train);
        return new Trained(build, RunReader.open(folder));
    }

    private void run(Checkout.Build build, List<String> arguments)
            throws IOException, InterruptedException, Repetitions.RepetitionFailedException {
        Path log = work.resolve("child.log");
        int status = ChildRuns.run(build.command(arguments), Map.of(), log, session);
        if (status != 0) {
            throw new Repetitions.RepetitionFailedException(
                    "hts " + arguments.get(0) + " of " + build.name() + " ended with status " + status
                            + ChildRuns.message(log),
                    null);
        }
    }

    /** Runs both builds up to the interval that differs once more, recording it, and prints the first difference. */
    private void printField() throws InterruptedException {
        out.println("running both again for the first value that differs ...");
        out.flush();
        try {
            Chain here = record(before);
            Chain there = record(other);
            long interval = here.firstDifference(there, here.digests().size());
            Optional<Difference> found = interval == Chain.NONE
                    ? Optional.empty()
                    : Localizer.difference(config, interval, recording(before), recording(other));
            out.println("first difference: "
                    + found.map(Difference::toString).orElse("not found, since the recordings are equal"));
        } catch (RunAbortedException e) {
            throw e;
        } catch (Repetitions.RepetitionFailedException | IOException | RuntimeException e) {
            out.println("first difference: not known, since these builds cannot be compared by value ("
                    + ShownText.line(String.valueOf(e.getMessage()).replace('\n', ' ')) + ")");
        }
    }

    private Chain record(Trained trained)
            throws IOException, InterruptedException, Repetitions.RepetitionFailedException {
        Path folder = Files.createDirectory(recording(trained).getParent());
        run(
                trained.build(),
                List.of(
                        ChildRuns.COMMAND,
                        trained.run().configFile().toString(),
                        folder.toString(),
                        Long.toString(last + 1),
                        recording(trained).toString(),
                        Long.toString(last),
                        Long.toString(Localizer.MAX_BYTES)));
        return ChildRuns.answer(folder);
    }

    private Path recording(Trained trained) {
        return work.resolve("recorded-" + trained.run().folder().getFileName()).resolve("intervals");
    }
}

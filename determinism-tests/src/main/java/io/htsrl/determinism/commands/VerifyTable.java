package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.cli.terminal.ErrorOutput;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.Terminal;
import io.htsrl.determinism.verify.Chain;
import io.htsrl.determinism.verify.Difference;
import io.htsrl.determinism.verify.Localizer;
import io.htsrl.determinism.verify.PerturbedRun;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.determinism.verify.VerifyResult;
import io.htsrl.determinism.verify.VerifySuite;
import io.htsrl.trainer.config.RunConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Table of a verification, with a line for each run as it ends. The verification's thread alone.
 *
 * @param interactive whether a line may be overwritten: then the run in progress is shown too
 */
record VerifyTable(PrintWriter out, PrintWriter err, boolean interactive) implements VerifySuite.VerifyListener {
    private static final String ROW = "%3s  %-42s %-32s  %-5s %9s%n";
    private static final String CLEAR_LINE = "\r\u001b[K";

    void begin(ResolvedRun run, Path folder) {
        RunConfig c = run.config();
        out.println("hts-rl " + BuildInfo.current());
        out.println("  verify    " + c.algorithm().algorithm() + " on " + c.env() + ", schedule "
                + c.pipeline().schedule() + ", seed " + c.seed()
                + Numbers.text(
                        ", %,d steps (%,d intervals)",
                        c.intervals() * c.pipeline().stepsPerInterval(), c.intervals()));
        out.println("  run dir   " + folder);
        out.println();
        out.printf(Locale.ROOT, ROW, "#", "perturbation", "digest", "equal", "steps/s");
        out.flush();
    }

    @Override
    public void onStart(int number, int of, PerturbedRun run) {
        show(Numbers.text("%3d  %s ... (of %d)", number, run.name(), of));
    }

    /** Prints the stack of a failure; the table has its role. A child JVM prints its own. */
    @Override
    public void onFailure(Repetitions.RepetitionFailedException failure) {
        clear();
        out.flush();
        if (failure.getCause() != null) {
            ErrorOutput.printFailure(err, failure.getMessage(), failure.getCause());
        }
    }

    @Override
    public void onRow(VerifyResult.Row row) {
        clear();
        String digest = row.chain().map(Chain::last).orElse("-");
        String speed =
                row.chain().map(c -> Numbers.text("%,.0f", c.stepsPerSecond())).orElse("-");
        String equal = switch (row.verdict()) {
            case REFERENCE -> "-";
            case EQUAL -> "yes";
            case DIFFERENT -> "NO";
            case FAILED -> "FAILED";
        };
        out.printf(Locale.ROOT, ROW, row.number(), row.run().name(), digest, equal, speed);
        if (row.message() != null) {
            indent(row.message());
        }
        if (row.firstDifference() >= 0) {
            indent("differs from interval " + row.firstDifference() + " on");
        }
        out.flush();
    }

    @Override
    public void onLocalizing(VerifyResult.Row row) {
        show("     running both again, recording everything ...");
    }

    @Override
    public void onLocalized(VerifyResult.Row row) {
        clear();
        if (row.localization() == null) {
            indent(row.message());
        } else {
            printLocalization(row, row.localization());
        }
        out.flush();
    }

    private void printLocalization(VerifyResult.Row row, Localizer.Localization found) {
        if (!found.repeatable()) {
            indent("the configuration as it is does not give the same bits twice: compared with itself");
        }
        if (found.difference().isEmpty()) {
            indent("made again " + Localizer.ATTEMPTS + " times and equal each time: it differs by chance, and not "
                    + "often");
            return;
        }
        Difference difference = found.difference().get();
        indent("first difference: " + difference);
        indent("perturbed: " + (found.repeatable() ? row.run().name() : "nothing"));
        indent("hint: " + difference.field().hint());
    }

    void end(VerifyResult result, Path folder) {
        clear();
        out.println();
        if (result.equal() && !result.stopped()) {
            out.println(result.perturbations() + " perturbations, one digest: " + result.digest());
        } else if (!result.stopped()) {
            out.println(result.bad() + " of " + result.rows().size() + " runs gave other bits or none");
        }
        out.println("  run dir   " + folder);
        out.flush();
    }

    private void indent(String lines) {
        lines.lines().forEach(line -> out.println("     " + line));
    }

    private void show(String line) {
        if (interactive) {
            out.print(CLEAR_LINE + line.substring(0, Math.min(line.length(), Terminal.columns() - 1)));
            out.flush();
        }
    }

    private void clear() {
        if (interactive) {
            out.print(CLEAR_LINE);
        }
    }
}

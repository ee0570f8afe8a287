package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.cli.terminal.Numbers;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.error.ShownText;
import io.htsrl.determinism.commands.RunDiff.Difference;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Prints a {@link RunDiff}. One thread. */
record DiffTexts(PrintWriter out, RunDiff diff) {

    void print() {
        printRun("A", diff.a());
        printRun("B", diff.b());
        printTable(
                "settings that differ",
                diff.settings(),
                setting -> RunDiff.decides(setting) ? "decides bits" : "never changes a bit");
        out.println();
        switch (diff.verdict()) {
            case EQUAL ->
                out.println("equal: " + intervals() + ", digest "
                        + diff.chain().extentA().digest());
            case EQUAL_SO_FAR -> out.println("equal so far: " + all() + "; " + shortage());
            case DIFFERENT -> printDifference();
            case NOT_COMPARABLE -> {
                out.println("not comparable, since "
                        + (diff.deciding().isEmpty()
                                ? diff.unpromised().orElseThrow()
                                        + " promises no bits: equal settings give other digests, run by run"
                                : "these settings decide bits: " + deciding()));
                out.println("their digests " + agreement());
            }
        }
    }

    private void printRun(String label, RunFacts run) {
        out.println(label + "  " + run.folder());
        out.println("   " + run.title());
        out.println("   " + run.length());
        if (!diff.a().build().toString().equals(diff.b().build().toString())) {
            out.println("   hts-rl " + run.build());
        }
    }

    private String all() {
        return "the first " + intervals();
    }

    private String intervals() {
        return Numbers.count(diff.chain().equalIntervals(), "interval")
                + Numbers.text(" (%,d steps)", diff.chain().equalTimesteps());
    }

    private String shortage() {
        int order = Long.compare(
                diff.chain().extentA().intervals(), diff.chain().extentB().intervals());
        boolean shorterA = order < 0 || order == 0 && !diff.chain().extentA().closed();
        return (shorterA ? "A, " + diff.a().ending() : "B, " + diff.b().ending())
                + (order == 0 ? ", lacks only the learning after the last one" : ", has no more");
    }

    private void printDifference() {
        DigestLine a = diff.chain().firstA();
        if (a.closing()) {
            out.println("different: " + all() + " are equal, the learning after the last one differs");
        } else if (diff.chain().differsInSpan()) {
            out.println(Numbers.text(
                    "different: the first interval that differs is one of %,d to %,d (steps %,d to %,d); of those, "
                            + "both runs have the last one's line alone",
                    diff.chain().equalIntervals(), a.interval(), diff.chain().equalTimesteps() + 1, a.timesteps()));
        } else {
            out.println(Numbers.text(
                    "different: interval %,d is the first that differs (steps %,d to %,d)",
                    a.interval(), diff.chain().equalTimesteps() + 1, a.timesteps()));
        }
        out.println("  A  " + a.digest());
        out.println("  B  " + diff.chain().firstB().digest());
        printTable("what differs between their manifests and may explain it", diff.manifest(), entry -> "");
        out.println();
        if (diff.manifest().isEmpty()) {
            out.println("their manifests name one build on one machine: nothing there explains it");
        }
        out.println("hts verify --config " + diff.a().folder().resolve("config.yaml")
                + " looks for the first step, environment and field that differ");
    }

    private String deciding() {
        return diff.deciding().stream().map(Difference::name).collect(Collectors.joining(", "));
    }

    private String agreement() {
        if (diff.chain().equal()) {
            return "agree nevertheless, over all " + intervals();
        } else if (diff.chain().equalIntervals() == 0) {
            return "differ from the first interval on";
        }
        return "agree nevertheless over " + all()
                + (diff.chain().differs() ? ", then differ" : ", as far as both runs go");
    }

    private void printTable(String heading, List<Difference> differences, Function<Difference, String> remark) {
        if (differences.isEmpty()) {
            return;
        }
        out.println();
        out.println(heading);
        TextTable table = new TextTable().row("", "A", "B", "");
        differences.forEach(d -> table.row("  " + ShownText.of(d.name()), shown(d.a()), shown(d.b()), remark.apply(d)));
        table.print(out);
    }

    static String shown(String value) {
        return value == null ? "-" : value.isEmpty() ? "none" : ShownText.of(value);
    }
}

package io.htsrl.cli.doctor;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.SelfCheckReport;
import io.htsrl.trainer.run.StartCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The self-check of one configuration's network: its table, as a run would make it. */
final class NetworkExamination implements Examination {
    private final RunConfig config;

    /** @param config checked */
    NetworkExamination(RunConfig config) {
        this.config = config;
    }

    /** @throws ConfigurationException when the tensor library cannot be loaded */
    @Override
    public List<Finding> examine() {
        StartCheck.report(config); // loads and compiles: a run would have to do that anyway, and the table has times
        SelfCheckReport report = StartCheck.report(config);
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(
                "network",
                config.network().description() + " for " + config.env() + ", "
                        + config.algorithm().algorithm()));
        report.table().rows().forEach(row -> findings.add(of(row, report)));
        findings.add(conclusion(report));
        return findings;
    }

    static Finding conclusion(SelfCheckReport report) {
        if (!report.correct()) {
            return Finding.wrong(
                    "self-check", "the learner computes something else than it should", StartCheck.WRONG_REMEDY);
        }
        return report.stable()
                ? Finding.ok(
                        "self-check",
                        String.format(
                                Locale.ROOT,
                                "acts by %s; %,d comparisons in %.0f ms",
                                report.route(),
                                report.comparisons(),
                                report.table().millis()))
                : Finding.wrong(
                        "self-check",
                        "bits would depend on more than the settings",
                        "choose another network or backend, or run with --allow-nondeterminism");
    }

    static Finding of(CheckRow row, SelfCheckReport report) {
        String text = String.format(
                Locale.ROOT, "%s, %s: %s (%.1f ms)", row.subject(), row.question(), row.finding(), row.millis());
        return row.holds()
                ? Finding.ok("", text)
                : report.stable() && row.kind() == CheckRow.Kind.DETERMINISM
                        ? Finding.slow("", text, "none needed: the next route is taken")
                        : Finding.wrong("", text, "see below");
    }
}

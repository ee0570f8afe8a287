package io.htsrl.determinism.verify;

import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.storage.BankDifference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Rows of a verification. Immutable.
 *
 * @param rows the reference, then the perturbations
 * @param stopped whether the user ended it before its last run
 */
public record VerifyResult(List<Row> rows, boolean stopped) {

    public VerifyResult {
        rows = List.copyOf(rows);
    }

    /** Returns whether perturbations were run and all gave the reference's digests. */
    public boolean equal() {
        return rows.size() > 1 && rows.stream().allMatch(Row::good);
    }

    /** Returns the reference's last digest; a dash where it has none. */
    public String digest() {
        return rows.isEmpty() ? "-" : rows.get(0).chain().map(Chain::last).orElse("-");
    }

    /** Returns the number of runs besides the reference. */
    public int perturbations() {
        return Math.max(0, rows.size() - 1);
    }

    /** Returns the number of runs that gave other bits, or none. */
    public long bad() {
        return rows.stream().filter(row -> !row.good()).count();
    }

    /**
     * A line of the table. Immutable.
     *
     * @param number from 1; the reference is the first
     * @param chain digest chain of the run; empty where it failed
     * @param firstDifference the first interval that differs from the reference's; -1 where all are equal
     * @param message reason why it failed, or could not be localised; null otherwise
     * @param localization the first difference from the reference; null for none, or where the run was not repeated
     */
    public record Row(
            int number,
            PerturbedRun run,
            Verdict verdict,
            Optional<Chain> chain,
            long firstDifference,
            String message,
            Localizer.Localization localization) {

        /** Result of comparing a run with the reference. */
        public enum Verdict {
            REFERENCE,
            EQUAL,
            DIFFERENT,
            FAILED
        }

        static Row failed(int number, PerturbedRun run, String message) {
            return new Row(number, run, Verdict.FAILED, Optional.empty(), Chain.NONE, message, null);
        }

        static Row compared(int number, PerturbedRun run, Chain chain, Chain reference) {
            long first = chain.firstDifference(reference, run.intervals());
            Verdict verdict =
                    chain == reference ? Verdict.REFERENCE : first == Chain.NONE ? Verdict.EQUAL : Verdict.DIFFERENT;
            return new Row(number, run, verdict, Optional.of(chain), first, null, null);
        }

        Row with(Localizer.Localization found) {
            return new Row(number, run, verdict, chain, firstDifference, message, found);
        }

        Row with(String reason) {
            return new Row(number, run, verdict, chain, firstDifference, reason, localization);
        }

        /** Returns whether it supports the promise of equal bits. */
        public boolean good() {
            return verdict == Verdict.REFERENCE || verdict == Verdict.EQUAL;
        }
    }

    /** {@code verify.json}: the table, for programs. Stateless, any thread. */
    public static final class VerifyJson {

        private VerifyJson() {}

        /**
         * Returns the text of the file.
         *
         * @param manifest the run, its build and machine
         */
        public static String of(VerifyResult result, Map<String, Object> manifest) {
            return JsonDocument.pretty(JsonDocument.object(
                    "equal", result.equal(),
                    "stopped", result.stopped(),
                    "perturbations", result.perturbations(),
                    "not_equal", result.bad(),
                    "digest", result.digest(),
                    "rows", result.rows().stream().map(VerifyJson::row).toList(),
                    "manifest", manifest));
        }

        private static Map<String, Object> row(VerifyResult.Row row) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("number", row.number());
            map.put("perturbation", row.run().name());
            map.put("verdict", row.verdict().name().toLowerCase(Locale.ROOT));
            row.chain().ifPresent(chain -> {
                map.put("digest", chain.last());
                map.put("digests_compared", chain.digests().size());
                map.put("steps_per_second", chain.stepsPerSecond());
                map.put("wall_seconds", chain.wallSeconds());
            });
            map.put("threads", threads(row.run().config().pipeline()));
            row.run().jvm().ifPresent(jvm -> map.put("jvm", jvm(jvm)));
            if (row.firstDifference() >= 0) {
                map.put("first_differing_interval", row.firstDifference());
            }
            if (row.message() != null) {
                map.put("message", row.message());
            }
            if (row.localization() != null) {
                map.put("localization", localization(row.localization()));
            }
            return map;
        }

        private static Map<String, Object> threads(PipelineConfig pipeline) {
            return JsonDocument.object(
                    "schedule", pipeline.schedule().toString(),
                    "actors", pipeline.actors(),
                    "executors", pipeline.executors(),
                    "actor_batch", pipeline.actorBatch(),
                    "wait", pipeline.waitMode().toString());
        }

        private static Map<String, Object> jvm(ChildJvm jvm) {
            return JsonDocument.object(
                    "java", jvm.java().toString(),
                    "prefix", jvm.prefix(),
                    "flags", jvm.flags(),
                    "environment", jvm.environment());
        }

        private static Map<String, Object> localization(Localizer.Localization found) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("reference_repeatable", found.repeatable());
            map.put("attempts", found.attempts());
            map.put("recorded_bytes", found.recordedBytes());
            found.difference().ifPresent(difference -> {
                map.put("interval", difference.interval());
                map.put("step", difference.step() < 0 ? null : difference.step());
                map.put("environment", difference.environment() < 0 ? null : difference.environment());
                map.put("field", difference.field().words());
                map.put("name", difference.name());
                map.put("reference", value(difference.reference()));
                map.put("other", value(difference.other()));
                map.put("ulps", difference.ulps() < 0 ? null : difference.ulps());
                map.put("hint", difference.field().hint());
            });
            return map;
        }

        private static Map<String, Object> value(BankDifference.Value value) {
            return JsonDocument.object(
                    "value", value.text(),
                    "bits", value.bits());
        }
    }
}

package io.htsrl.determinism.verify;

import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.storage.BankDifference;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** {@code verify.json}: the table, for programs. Stateless, any thread. */
public final class VerifyJson {

    private VerifyJson() {}

    /**
     * Returns the text of the file.
     *
     * @param manifest the run, its build and machine
     */
    public static String of(VerifyResult result, Map<String, Object> manifest) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("equal", result.equal());
        map.put("stopped", result.stopped());
        map.put("perturbations", result.perturbations());
        map.put("not_equal", result.bad());
        map.put("digest", result.digest());
        map.put("rows", result.rows().stream().map(VerifyJson::row).toList());
        map.put("manifest", manifest);
        return JsonDocument.pretty(map);
    }

    private static Map<String, Object> row(VerifyRow row) {
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
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("schedule", pipeline.schedule().toString());
        map.put("actors", pipeline.actors());
        map.put("executors", pipeline.executors());
        map.put("actor_batch", pipeline.actorBatch());
        map.put("wait", pipeline.waitMode().toString());
        return map;
    }

    private static Map<String, Object> jvm(ChildJvm jvm) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("java", jvm.java().toString());
        map.put("prefix", jvm.prefix());
        map.put("flags", jvm.flags());
        map.put("environment", jvm.environment());
        return map;
    }

    private static Map<String, Object> localization(Localization found) {
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
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("value", value.text());
        map.put("bits", value.bits());
        return map;
    }
}

package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.core.settings.ValueTypes;
import io.htsrl.determinism.commands.RunDiff.Difference;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a {@link RunDiff} as JSON. Stateless, any thread. */
final class DiffJson {

    private DiffJson() {}

    static String of(RunDiff diff) {
        ChainDiff chain = diff.chain();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("verdict", ValueTypes.name(diff.verdict()));
        map.put("a", run(diff.a()));
        map.put("b", run(diff.b()));
        map.put("equal_intervals", chain.equalIntervals());
        map.put("equal_timesteps", chain.equalTimesteps());
        map.put("first_difference", chain.differs() ? first(chain) : null);
        map.put("settings", diff.settings().stream().map(DiffJson::setting).toList());
        map.put("manifest", diff.manifest().stream().map(DiffJson::values).toList());
        return JsonDocument.pretty(map);
    }

    private static Map<String, Object> run(RunFacts run) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("run_dir", run.folder().toString());
        map.put("algo", run.algo());
        map.put("env", run.env());
        map.put("seed", run.seed());
        map.put("schedule", run.schedule());
        map.put("version", run.build().version());
        map.put("commit", run.build().commit());
        map.put("state", ValueTypes.name(run.state()));
        map.put("intervals", run.extent().intervals());
        map.put("timesteps", run.extent().timesteps());
        map.put("digest", run.extent().digest());
        return map;
    }

    private static Map<String, Object> first(ChainDiff chain) {
        DigestLine line = chain.firstA();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("interval", line.interval());
        map.put("after_last_rollout", line.closing());
        map.put("timesteps_before", chain.equalTimesteps());
        map.put("timesteps", line.timesteps());
        map.put("a", line.digest());
        map.put("b", chain.firstB().digest());
        return map;
    }

    private static Map<String, Object> setting(Difference setting) {
        Map<String, Object> map = values(setting);
        map.put("decides_bits", RunDiff.decides(setting));
        return map;
    }

    private static Map<String, Object> values(Difference difference) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", difference.name());
        map.put("a", difference.a());
        map.put("b", difference.b());
        return map;
    }
}

package io.htsrl.determinism.commands;

import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.DigestReader.DigestLine;
import io.htsrl.cli.rundir.JsonDocument;
import io.htsrl.cli.rundir.RunFacts;
import io.htsrl.core.settings.ValueTypes;
import io.htsrl.determinism.commands.RunDiff.Difference;
import java.util.Map;

/** Writes a {@link RunDiff} as JSON. Stateless, any thread. */
final class DiffJson {

    private DiffJson() {}

    static String of(RunDiff diff) {
        ChainDiff chain = diff.chain();
        return JsonDocument.pretty(JsonDocument.object(
                "verdict", ValueTypes.name(diff.verdict()),
                "a", run(diff.a()),
                "b", run(diff.b()),
                "equal_intervals", chain.equalIntervals(),
                "equal_timesteps", chain.equalTimesteps(),
                "first_difference", chain.differs() ? first(chain) : null,
                "settings", diff.settings().stream().map(DiffJson::setting).toList(),
                "manifest", diff.manifest().stream().map(DiffJson::values).toList()));
    }

    private static Map<String, Object> run(RunFacts run) {
        return JsonDocument.object(
                "run_dir", run.folder().toString(),
                "algo", run.algo(),
                "env", run.env(),
                "seed", run.seed(),
                "schedule", run.schedule(),
                "version", run.build().version(),
                "commit", run.build().commit(),
                "state", ValueTypes.name(run.state()),
                "intervals", run.extent().intervals(),
                "timesteps", run.extent().timesteps(),
                "digest", run.extent().digest());
    }

    private static Map<String, Object> first(ChainDiff chain) {
        DigestLine line = chain.firstA();
        return JsonDocument.object(
                "interval", line.interval(),
                "after_last_rollout", line.closing(),
                "timesteps_before", chain.equalTimesteps(),
                "timesteps", line.timesteps(),
                "a", line.digest(),
                "b", chain.firstB().digest());
    }

    private static Map<String, Object> setting(Difference setting) {
        Map<String, Object> map = values(setting);
        map.put("decides_bits", RunDiff.decides(setting));
        return map;
    }

    private static Map<String, Object> values(Difference difference) {
        return JsonDocument.object(
                "name", difference.name(),
                "a", difference.a(),
                "b", difference.b());
    }
}

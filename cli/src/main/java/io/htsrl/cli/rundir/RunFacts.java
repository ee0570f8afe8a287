package io.htsrl.cli.rundir;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.DigestReader.ChainExtent;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.terminal.Numbers;
import java.nio.file.Path;
import java.util.Map;

/**
 * Facts that identify a recorded run. Immutable.
 *
 * @param folder the run directory, as the user named it
 * @param build the hts-rl that made it
 * @param state state in which it ended
 * @param extent recorded extent of its digest chain
 */
public record RunFacts(
        Path folder,
        String algo,
        String env,
        long seed,
        String schedule,
        BuildInfo build,
        RunState state,
        ChainExtent extent) {

    public static RunFacts of(RunReader run, ChainExtent extent) {
        Map<String, String> settings = run.settings();
        JsonNode manifest = run.manifest();
        return new RunFacts(
                run.folder(),
                value(settings, "algo"),
                value(settings, "env"),
                manifest.path("seed").asLong(),
                value(settings, "schedule"),
                build(manifest.path("hts_rl")),
                run.state(),
                extent);
    }

    private static String value(Map<String, String> settings, String key) {
        return settings.getOrDefault(key, "?");
    }

    /** Returns the build that a manifest names. */
    public static BuildInfo build(JsonNode build) {
        return new BuildInfo(
                build.path("version").asText("?"),
                build.path("commit").asText(null),
                build.path("dirty").asBoolean(),
                Map.of());
    }

    /** Returns a text such as {@code ppo on CartPole-v1, schedule hts, seed 1}. */
    public String title() {
        return algo + " on " + env + ", schedule " + schedule + ", seed " + seed;
    }

    /** Returns a text such as {@code 12 intervals, 24,576 steps, finished}. */
    public String length() {
        return Numbers.text("%,d intervals, %,d steps, %s", extent.intervals(), extent.timesteps(), ending());
    }

    /** Returns a text that completes "this run ...". */
    public String ending() {
        return switch (state) {
            case FINISHED -> "finished";
            case STOPPED -> "stopped early";
            case FAILED -> "failed";
            case UNFINISHED -> "killed or still going (no summary.json)";
        };
    }
}

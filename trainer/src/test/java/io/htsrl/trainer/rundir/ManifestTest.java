package io.htsrl.trainer.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.core.PipelineConfig;
import io.htsrl.core.Schedule;
import io.htsrl.core.WaitMode;
import io.htsrl.learners.A2cConfig;
import io.htsrl.learners.ActorCriticConfig;
import io.htsrl.learners.OptimizerConfig;
import io.htsrl.policies.MlpConfig;
import io.htsrl.trainer.RunConfig;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManifestTest {
    private static RunConfig config(Schedule schedule) {
        return new RunConfig("CartPole-v1", Map.of(), null, 42, 1000,
                new PipelineConfig(schedule, 4, 8, 2, 3, 4, WaitMode.PHASED, 1),
                new MlpConfig(List.of(8), MlpConfig.Activation.TANH, false),
                new A2cConfig(new ActorCriticConfig(0.99, 1, false, 0, 0.5),
                        new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, false, 1e-5, 0, 0.5)));
    }

    private static JsonNode manifest(Schedule schedule, BuildInfo build) throws IOException {
        return new ObjectMapper().readTree(Manifest.of(
                config(schedule), build, List.of("train", "--seed", "42"), Instant.parse("2026-11-21T10:20:30Z"),
                "exact"));
    }

    @Test
    void shouldSayWhatRanOnWhat() throws IOException {
        JsonNode manifest = manifest(Schedule.HTS, new BuildInfo("1.2.3", "c0ffee", true, Map.of("nd4j", "9")));

        assertEquals("{\"version\":\"1.2.3\",\"commit\":\"c0ffee\",\"dirty\":true}", manifest.get("hts_rl").toString());
        assertEquals("{\"executor\":3,\"actor\":2,\"learner\":1}", manifest.get("threads").toString());
        assertEquals("[\"train\",\"--seed\",\"42\"]", manifest.get("command_line").toString());
        assertEquals("2026-11-21T10:20:30Z", manifest.get("started").asText());
        assertEquals(42, manifest.get("seed").asLong());
        assertEquals("9", manifest.get("libraries").get("nd4j").asText());
        assertEquals(System.getProperty("java.version"), manifest.get("java").get("version").asText());
        assertTrue(manifest.get("java").get("flags").isArray());
        assertTrue(manifest.get("cpu").get("cores").asInt() >= 1);
        assertTrue(manifest.get("environment").has("OMP_NUM_THREADS"));
    }

    @Test
    void shouldCountOneThreadOfASerialRun() throws IOException {
        JsonNode manifest = manifest(Schedule.SERIAL, new BuildInfo("1.2.3", null, null, Map.of()));

        assertEquals("{\"serial\":1}", manifest.get("threads").toString());
        assertTrue(manifest.get("hts_rl").get("commit").isNull());
    }

    @Test
    void shouldSayWhatIsPromised() throws IOException {
        BuildInfo build = new BuildInfo("1.2.3", null, null, Map.of());

        assertTrue(manifest(Schedule.SYNC, build).get("deterministic").asBoolean());
        assertFalse(manifest(Schedule.ASYNC, build).get("deterministic").asBoolean());
        assertTrue(manifest(Schedule.ASYNC, build).get("reproducibility").asText().startsWith("none: "));
    }

    @Test
    void shouldKnowTheVersionsOfTheBuild() {
        BuildInfo build = BuildInfo.current();

        assertFalse(build.version().contains("$"), build::version);
        assertTrue(build.libraries().keySet().containsAll(List.of("nd4j", "nd4j-classifier", "javacpp", "disruptor")));
        assertTrue(build.libraries().values().stream().noneMatch(version -> version.contains("$")));
    }

    @Test
    void shouldShortenTheCommit() {
        assertEquals("1.0 (commit 0123456789ab, modified)",
                new BuildInfo("1.0", "0123456789abcdef", true, Map.of()).toString());
        assertEquals("1.0", new BuildInfo("1.0", null, null, Map.of()).toString());
    }
}

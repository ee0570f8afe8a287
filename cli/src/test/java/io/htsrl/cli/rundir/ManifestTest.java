package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.learners.a2c.A2cConfig;
import io.htsrl.learners.onpolicy.ActorCriticConfig;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.policies.kernel.KernelFacts;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.SelfCheckReport;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManifestTest {
    static RunConfig config(Schedule schedule) {
        return PlainRuns.of(
                "CartPole-v1",
                Map.of(),
                null,
                42,
                1000,
                new PipelineConfig(schedule, 4, 8, 2, 3, 4, WaitMode.PHASED, 1),
                new MlpConfig(List.of(8), Activation.TANH, false),
                new A2cConfig(
                        new ActorCriticConfig(0.99, 1, false, 0, 0.5),
                        new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, false, 1e-5, 0, 0.5)));
    }

    private static JsonNode manifest(Schedule schedule, BuildInfo build) throws IOException {
        return manifest(config(schedule), build);
    }

    private static JsonNode manifest(RunConfig config, BuildInfo build) throws IOException {
        return new ObjectMapper()
                .readTree(Manifest.of(
                        config,
                        build,
                        List.of("train", "--seed", "42"),
                        Instant.parse("2026-11-21T10:20:30Z"),
                        "exact"));
    }

    @Test
    void shouldSayWhatRanOnWhat() throws IOException {
        JsonNode manifest = manifest(Schedule.HTS, new BuildInfo("1.2.3", "c0ffee", true, Map.of("nd4j", "9")));

        assertEquals(
                "{\"version\":\"1.2.3\",\"commit\":\"c0ffee\",\"dirty\":true}",
                manifest.get("hts_rl").toString());
        assertEquals(
                "{\"executor\":3,\"actor\":2,\"learner\":1}",
                manifest.get("threads").toString());
        assertEquals(
                "[\"train\",\"--seed\",\"42\"]", manifest.get("command_line").toString());
        assertEquals("2026-11-21T10:20:30Z", manifest.get("started").asText());
        assertEquals(42, manifest.get("seed").asLong());
        assertEquals("9", manifest.get("libraries").get("nd4j").asText());
        assertEquals(
                System.getProperty("java.version"),
                manifest.get("java").get("version").asText());
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
        assertTrue(
                manifest(Schedule.ASYNC, build).get("reproducibility").asText().startsWith("none: "));
    }

    @Test
    void shouldKnowTheVersionsOfTheBuild() {
        BuildInfo build = BuildInfo.current();

        assertFalse(build.version().contains("$"), build::version);
        assertTrue(build.libraries().keySet().containsAll(List.of("disruptor")));
        assertTrue(build.libraries().values().stream().noneMatch(version -> version.contains("$")));
    }

    @Test
    void shouldShortenTheCommit() {
        assertEquals(
                "1.0 (commit 0123456789ab, modified)",
                new BuildInfo("1.0", "0123456789abcdef", true, Map.of()).toString());
        assertEquals("1.0", new BuildInfo("1.0", null, null, Map.of()).toString());
    }

    @Test
    void shouldNameWhatLearns() throws IOException {
        JsonNode manifest = manifest(Schedule.HTS, BuildInfo.current());

        assertEquals("jvm", manifest.get("backend").get("name").asText());
        assertEquals(
                KernelFacts.current().name(),
                manifest.get("backend").get("library").asText());
        assertTrue(manifest.get("environment").has("DNNL_MAX_CPU_ISA"));
        assertFalse(manifest.get("allow_nondeterminism").asBoolean());
    }

    private static SelfCheckReport report(boolean stable) {
        return new SelfCheckReport(
                stable,
                new CheckTable(List.of(
                        CheckRow.determinism("acting forward", "batch", 70, 12, 1.5),
                        CheckRow.determinism("optimizer", "repetition", 1, 0, 1.5))),
                new BackendFacts("cpu", "library", "OPENBLAS", 1, 2));
    }

    private static JsonNode checked(JsonNode manifest, boolean stable) {
        ObjectNode checked = manifest.deepCopy();
        Manifest.add(checked, report(stable));
        return checked;
    }

    @Test
    void shouldSayWhatTheSelfCheckFound() throws IOException {
        JsonNode manifest = checked(manifest(Schedule.HTS, BuildInfo.current()), true);

        assertEquals(
                "{\"stable\":true,\"different\":{"
                        + "\"acting forward, batch\":\"12 of 70\",\"optimizer, repetition\":\"0 of 1\"}}",
                manifest.get("self_check").toString());
        assertTrue(manifest.get("deterministic").asBoolean());
    }

    /** Which library multiplies, and with how many threads, is part of what bits may depend on. */
    @Test
    void shouldNameTheLibraryOfProductsAndItsThreads() throws IOException {
        JsonNode backend =
                checked(manifest(Schedule.HTS, BuildInfo.current()), true).get("backend");

        assertEquals("openblas", backend.get("blas").asText());
        assertEquals(1, backend.get("blas_threads").asInt());
        assertEquals(2, backend.get("omp_threads").asInt());
    }

    @Test
    void shouldPromiseNothingThatTheSelfCheckRefutes() throws IOException {
        JsonNode manifest = checked(manifest(Schedule.HTS, BuildInfo.current()), false);

        assertFalse(manifest.get("deterministic").asBoolean());
        assertEquals(
                "none: run with --allow-nondeterminism, for acting forward, batch: 12 of 70 differ",
                manifest.get("reproducibility").asText());
    }

    @Test
    void shouldKeepTheSelfChecksOfAResumedRunApart() throws IOException {
        JsonNode first = checked(manifest(Schedule.HTS, BuildInfo.current()), true);
        JsonNode resumed = new ObjectMapper()
                .readTree(Manifest.resumed(
                        first.deepCopy(),
                        config(Schedule.HTS),
                        config(Schedule.HTS),
                        BuildInfo.current(),
                        List.of("resume"),
                        Instant.EPOCH,
                        7,
                        "exact"));
        JsonNode again = checked(resumed, true);

        assertEquals(first.get("self_check"), again.get("self_check"));
        assertEquals(first.get("self_check"), again.get("resumed").get(0).get("self_check"));
    }
}

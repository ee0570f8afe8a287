package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingFailedException;
import io.htsrl.trainer.report.TrainingResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class DiffCommandTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();
    private RecordedRuns runs;

    @BeforeEach
    void record() {
        runs = new RecordedRuns(parent);
        runs.record("a", "");
    }

    private int diff(String b, String... more) {
        return hts.run(Stream.concat(
                        Stream.of(
                                "diff",
                                runs.folder("a").toString(),
                                runs.folder(b).toString()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    private void assertSays(String... texts) {
        for (String text : texts) {
            assertTrue(hts.out.toString().contains(text), hts.out::toString);
        }
    }

    private List<String> digests(String run) throws IOException {
        return Files.readAllLines(runs.folder(run).resolve("digests.jsonl")).stream()
                .map(line -> line.replaceAll(".*\"([0-9a-f]{32})\".*", "$1"))
                .toList();
    }

    @Test
    void shouldFindEqualRunsEqual() throws IOException {
        runs.record("b", "");

        assertEquals(ExitCode.OK, diff("b"));

        assertSays(
                "A  " + runs.folder("a") + "\n   a2c on CartPole-v1, schedule hts, seed 1\n"
                        + "   5 intervals, 160 steps, finished\n",
                "\nequal: 5 intervals (160 steps), digest " + digests("a").get(RecordedRuns.INTERVALS) + "\n");
        assertFalse(hts.out.toString().contains("settings that differ"), hts.out::toString);
        assertFalse(hts.out.toString().contains("hts-rl"), hts.out::toString);
    }

    @Test
    void shouldFindRunsEqualWhateverNeverChangesABit() {
        runs.record("b", "--executors 3 --actors 2 --wait sleeping");

        assertEquals(ExitCode.OK, diff("b"));

        assertSays("\nsettings that differ\n             A       B\n"
                + "  actors     0       2         never changes a bit\n"
                + "  executors  1       3         never changes a bit\n"
                + "  wait       phased  sleeping  never changes a bit\n\nequal: 5 intervals");
    }

    @Test
    void shouldFindTheSerialOracleEqual() {
        runs.record("b", "--schedule serial");

        assertEquals(ExitCode.OK, diff("b"));

        assertSays("schedule     hts  serial  never changes a bit\n");
    }

    @Test
    void shouldFindAStoppedRunEqualSoFarDespiteItsClosingLine() throws IOException {
        runs.recordStopped("b", 1);
        int recorded = digests("b").size();
        assertTrue(recorded < digests("a").size());

        assertEquals(ExitCode.OK, diff("b"));

        assertSays("equal so far: the first " + (recorded - 1) + " intervals", "; B, stopped early, has no more\n");
    }

    @Test
    void shouldFindAKilledRunEqualSoFar() throws IOException {
        runs.record("b", "");
        runs.kill("b", 1);

        assertEquals(ExitCode.OK, diff("b"));

        assertSays("equal so far: the first 1 interval (32 steps); B, killed or still going (no summary.json), has no "
                + "more\n");
    }

    @Test
    void shouldFindARunEqualSoFarThatWasKilledBeforeItsLastUpdate() throws IOException {
        runs.record("b", "");
        runs.kill("b", RecordedRuns.INTERVALS);

        assertEquals(ExitCode.OK, diff("b"));

        assertSays("equal so far: the first 5 intervals (160 steps); B, killed or still going (no summary.json), lacks "
                + "only the learning after the last one\n");
    }

    @Test
    void shouldNameTheFirstIntervalThatDiffersAndWhatMayExplainIt() throws IOException {
        runs.recordDeviating("b");
        Path manifest = runs.folder("b").resolve("manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        .replace("\"version\" : \"4.0.0\"", "\"version\" : \"x\"")
                        .replaceFirst("\"disruptor\" : \"[^\"]*\"", "\"disruptor\" : \"x\""));

        assertEquals(ExitCode.DIFFERENT, diff("b"));

        assertEquals(digests("a").subList(0, 2), digests("b").subList(0, 2));
        assertSays(
                "different: interval 2 is the first that differs (steps 65 to 96)\n  A  "
                        + digests("a").get(2) + "\n  B  " + digests("b").get(2) + "\n",
                "what differs between their manifests and may explain it\n",
                "\n  libraries.disruptor  ",
                "hts verify --config " + runs.folder("a").resolve("config.yaml") + " ");
    }

    @Test
    void shouldSayWhenNothingExplainsADifference() throws IOException {
        runs.recordDeviating("b");

        assertEquals(ExitCode.DIFFERENT, diff("b"));

        assertSays("their manifests name one build on one machine: nothing there explains it\n");
    }

    @Test
    void shouldTellWhenTheLastLearningAloneDiffers() throws IOException {
        runs.record("b", "");
        String last = digests("b").get(RecordedRuns.INTERVALS);
        for (String name : List.of("digests.jsonl", "summary.json")) {
            Path file = runs.folder("b").resolve(name);
            Files.writeString(
                    file,
                    Files.readString(file)
                            .replace(last, "0".repeat(32))
                            // as if the run had written it
                            .replaceAll("(\"checksum\"\\s*:\\s*)\"[0-9a-f]{32}\"", "$1\"\""));
        }

        assertEquals(ExitCode.DIFFERENT, diff("b"));

        assertSays("different: the first 5 intervals (160 steps) are equal, the learning after the last one differs\n");
    }

    @Test
    void shouldNotCompareRunsOfOtherSettings() {
        runs.record("b", "--gamma 0.9 --seed 2 --wait blocking");

        assertEquals(ExitCode.NOT_COMPARABLE, diff("b"));

        assertSays(
                "\n  seed   1       2         decides bits\n",
                "\n  wait   phased  blocking  never changes a bit\n",
                "\n  gamma  0.99    0.9       decides bits\n",
                "not comparable, since these settings decide bits: seed, gamma\n"
                        + "their digests differ from the first interval on\n");
    }

    @Test
    void shouldNotCompareRunsThatPromiseNoBits() {
        runs.record("a2", "--schedule async");
        runs.record("b", "--schedule async");

        assertEquals(
                ExitCode.NOT_COMPARABLE,
                hts.run("diff", runs.folder("a2").toString(), runs.folder("b").toString()));

        assertSays("not comparable, since --schedule async promises no bits: equal settings give other digests");
        assertFalse(hts.out.toString().contains("settings that differ"), hts.out::toString);
    }

    @Test
    void shouldNotCompareAnAsynchronousRunWithAnother() {
        runs.record("b", "--schedule async");

        assertEquals(ExitCode.NOT_COMPARABLE, diff("b"));

        assertSays("not comparable, since these settings decide bits: schedule, async-params, async-correction, ");
    }

    @Test
    void shouldSayWhereRunsOfOtherSettingsAgreeNevertheless() {
        runs.record("b", "--total-timesteps 192");

        assertEquals(ExitCode.NOT_COMPARABLE, diff("b"));

        assertSays("decide bits: total-timesteps\n"
                + "their digests agree nevertheless over the first 2 intervals (64 steps), then differ\n");
    }

    @Test
    void shouldCompareRunsOfTwoAlgorithmsThatShareFewSettings() {
        runs.run(
                "b",
                RecordedRuns.TRAINER,
                "train --algo ppo --env CartPole-v1 --total-timesteps 64 --num-envs 4 " + "--num-steps 8");

        assertEquals(ExitCode.NOT_COMPARABLE, diff("b"));

        String out = hts.out.toString().replaceAll(" +", " ");
        assertTrue(out.contains("\n algo a2c ppo decides bits\n"), out);
        assertTrue(out.contains("\n rms-alpha 0.99 - decides bits\n"), out);
        assertTrue(out.contains("\n update-epochs - "), out);
    }

    @Test
    void shouldTellTheBuildsWhereTheyDiffer() throws IOException {
        runs.record("b", "");
        Path manifest = runs.folder("b").resolve("manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        .replaceFirst("\"version\" : \"[^\"]*\"", "\"version\" : \"9.9\"")
                        .replace("\"commit\" : null", "\"commit\" : \"0123456789abcdef\""));

        assertEquals(ExitCode.OK, diff("b"));

        assertSays("\n   hts-rl 9.9 (commit 0123456789ab)\n");
    }

    /** Records 70,000 intervals with made-up digests: others from interval 66,000 on for "b". */
    private void recordLong(String name) {
        runs.record(
                name,
                (config, attached) -> {
                    String digest = "";
                    for (long k = 0; k < 70_000; k++) {
                        digest = (name.equals("b") && k >= 66_000 ? "b" : "a") + String.format("%031x", k);
                        attached.listener()
                                .onInterval(new IntervalReport(k, (k + 1) * 32, k, 0, 0, 1, Map.of(), digest));
                    }
                    return new TrainingResult(
                            70_000 * 32,
                            1,
                            1,
                            1,
                            0,
                            Double.NaN,
                            1,
                            1,
                            Map.of(1, 3L),
                            digest,
                            "beef",
                            new float[0],
                            TimeUse.NONE,
                            false);
                },
                "");
    }

    @Tag("thorough")
    @Test
    void shouldNameTheSpanOfADifferenceBetweenTheLinesOfLongRuns() {
        recordLong("long");
        recordLong("b");

        assertEquals(
                ExitCode.DIFFERENT,
                hts.run("diff", runs.folder("long").toString(), runs.folder("b").toString()),
                hts.err::toString);

        assertSays("different: the first interval that differs is one of 66,000 to 66,001 (steps 2,112,001 to "
                + "2,112,064); of those, both runs have the last one's line alone\n");
    }

    @Test
    void shouldTellProgramsTheSame() throws IOException {
        runs.recordDeviating("b");

        assertEquals(ExitCode.DIFFERENT, diff("b", "--json"));

        JsonNode json = new ObjectMapper().readTree(hts.out.toString());
        assertEquals("different", json.get("verdict").asText());
        assertEquals(2, json.get("equal_intervals").asLong());
        assertEquals(
                "{\"interval\":2,\"after_last_rollout\":false,\"timesteps_before\":64,\"timesteps\":96,\"a\":\""
                        + digests("a").get(2) + "\",\"b\":\"" + digests("b").get(2) + "\"}",
                json.get("first_difference").toString());
        assertEquals("finished", json.get("a").get("state").asText());
        assertEquals(1, json.get("a").get("seed").asLong());
        assertEquals("[]", json.get("settings").toString());
    }

    @Test
    void shouldTellProgramsOfSettings() throws IOException {
        runs.record("b", "--executors 2");

        assertEquals(ExitCode.OK, diff("b", "--json"));

        JsonNode json = new ObjectMapper().readTree(hts.out.toString());
        assertEquals("equal", json.get("verdict").asText());
        assertTrue(json.get("first_difference").isNull());
        assertEquals(
                "[{\"name\":\"executors\",\"a\":\"1\",\"b\":\"2\",\"decides_bits\":false}]",
                json.get("settings").toString());
    }

    @Test
    void shouldRefuseBothDirectoriesAtOnce() throws IOException {
        Path file = Files.writeString(parent.resolve("file"), "");

        assertEquals(ExitCode.MISTAKE, hts.run("diff", parent.resolve("nowhere").toString(), file.toString()));

        assertEquals(
                "error: 2 settings are wrong:\n  run directory " + parent.resolve("nowhere")
                        + ": it must name a run directory, and there is no such folder\n    check the path\n"
                        + "  run directory " + file + ": it must name a run directory, "
                        + "and this is a file\n    give the folder it is in\n"
                        + "'hts diff --help' shows how to use it.\n",
                hts.err.toString());
        assertEquals("", hts.out.toString());
    }

    private void damage(String run, String name, String from, String to) throws IOException {
        Path file = runs.folder(run).resolve(name);
        String text = Files.readString(file);
        assertTrue(text.contains(from), text);
        Files.writeString(file, text.replace(from, to));
    }

    private void assertDamaged(String message) {
        assertEquals(ExitCode.MISTAKE, diff("b"), hts.out::toString);
        assertTrue(hts.errors().contains(message), hts.err::toString);
        assertFalse(hts.errors().contains("\tat "), hts.err::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "total-timesteps: 160 | total-timesteps: NaN | total-timesteps (in ",
                "gamma: 0.99          | gamma: NaN           | gamma (in ",
                "gamma: 0.99          | gamma: 0.9.9         | gamma (in ",
                "gamma: 0.99          | gama: 0.99           | did you mean gamma",
                "hidden-sizes: [8]    | hidden-sizes: [x]    | hidden-sizes (in ",
                "gamma: 0.99          | gamma                | config.yaml: it must be what 'hts train' wrote",
            })
    void shouldNameADamagedSetting(String from, String to, String message) throws IOException {
        runs.record("b", "");
        damage("b", "config.yaml", from, to);

        assertDamaged(message);
    }

    @Test
    void shouldTakeADigestForDamagedBehindWhichAllAreEqual() throws IOException {
        runs.record("b", "");
        String digest = digests("b").get(2);
        damage("b", "digests.jsonl", digest, (digest.startsWith("a") ? "b" : "a") + digest.substring(1));

        assertDamaged(
                "and line 3 differs from line 3 there while later ones are equal: one of the two lines is damaged");
    }

    @Test
    void shouldWarnOfSettingsThatAreNotWhatTheyWere() throws IOException {
        runs.record("b", "");
        damage("b", "config.yaml", "# Everything", "# All");

        assertEquals(ExitCode.OK, diff("b"), hts.err::toString);
        assertTrue(hts.errors().contains("config.yaml is not what it was when the run ended"), hts.err::toString);
    }

    @Test
    void shouldRefuseARunThatHasRecordedNothing() throws IOException {
        runs.record("b", "");
        runs.kill("b", 0);

        assertEquals(ExitCode.MISTAKE, diff("b"));

        assertEquals(
                "error: run directory " + runs.folder("b") + ": it must have recorded an interval, and its "
                        + "digests.jsonl holds none\n    wait until it has, or compare another run\n"
                        + "'hts diff --help' shows how to use it.\n",
                hts.err.toString());
    }

    @Test
    void shouldRefuseAFinishedRunWhoseDigestsAreCutOff() throws IOException {
        runs.record("b", "");
        Path digests = runs.folder("b").resolve("digests.jsonl");
        Files.write(digests, Files.readAllLines(digests).subList(0, 3));

        assertEquals(ExitCode.MISTAKE, diff("b"));

        assertTrue(
                hts.errors()
                        .contains("must have a digests.jsonl that ends in the digest of its summary.json, "
                                + digests("a").get(RecordedRuns.INTERVALS) + ", and this one ends in "
                                + digests("a").get(2)),
                hts.err::toString);
    }

    @Test
    void shouldFindAFailedRunEqualSoFar() throws IOException {
        String[] words = {
            "train",
            "--config",
            runs.folder("a").resolve("config.yaml").toString(),
            "--run-dir",
            runs.folder("b").toString()
        };
        assertEquals(
                ExitCode.FAILED,
                hts.run(
                        (config, attached) -> {
                            RecordedRuns.TRAINER.run(config, attached);
                            throw new TrainingFailedException("learner", new IllegalStateException("broke"));
                        },
                        words));

        assertEquals(ExitCode.OK, diff("b"));

        assertSays("   5 intervals, 160 steps, failed\n", "; B, failed, lacks only the learning after the last one\n");
    }

    @Test
    void shouldExplainItsExitCodes() {
        assertEquals(ExitCode.OK, hts.run("diff", "--help"));

        assertSays("  0   equal, or equal as far as both runs go\n", "  3   not comparable");
    }

    @Test
    void shouldAskForTwoDirectories() {
        assertEquals(ExitCode.MISTAKE, hts.run("diff", parent.toString()));

        assertTrue(hts.errors().contains("RUN_B"), hts.err::toString);
    }
}

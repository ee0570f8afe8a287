package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads the workflows of GitHub Actions, and lints them where actionlint is installed. No test runs them. */
class WorkflowsTest {
    private static final Path WORKFLOWS = Archive.ROOT.resolve(".github/workflows");

    private static JsonNode read(String workflow) throws IOException {
        return new YAMLMapper().readTree(WORKFLOWS.resolve(workflow).toFile());
    }

    private static String commands(JsonNode workflow) {
        return String.join("\n", workflow.findValuesAsText("run"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"test.yml", "release.yml"})
    void shouldPinEveryActionAndReadAlone(String name) throws IOException {
        JsonNode workflow = read(name);

        workflow.findValuesAsText("uses")
                .forEach(action -> assertTrue(action.matches("[\\w-]+/[\\w-]+@v\\d+\\.\\d+\\.\\d+"), action));
        assertEquals("{\"contents\":\"read\"}", workflow.path("permissions").toString());
        for (JsonNode job : workflow.path("jobs")) {
            assertTrue(job.path("timeout-minutes").asInt() > 0, job::toString);
        }
    }

    @Test
    void shouldTestOnEachSystemAndJava() throws IOException {
        JsonNode workflow = read("test.yml");
        JsonNode matrix = workflow.at("/jobs/verify/strategy/matrix");

        assertEquals("[\"17\",\"21\",\"25\"]", matrix.path("java").toString());
        for (String system : List.of("ubuntu", "macos", "windows")) {
            assertTrue(matrix.path("os").toString().contains(system + "-"), system);
        }
        assertTrue(commands(workflow).contains("mvn -B -ntp -Pthorough verify"));
        assertEquals("maven", workflow.at("/jobs/verify/steps/1/with/cache").asText());
    }

    @Test
    void shouldReleaseEachPart() throws IOException {
        JsonNode workflow = read("release.yml");
        String commands = commands(workflow);
        for (String part : List.of(
                "distribution/target/hts-rl-$VERSION.zip",
                "nd4j-backend/target/hts-rl-nd4j-$VERSION.zip",
                "atari-bridge/target/hts-rl-atari-$VERSION.zip",
                "hts_rl-$VERSION-py3-none-any.whl",
                "distribution/target/bom.json",
                "docs/site",
                "-Prelease -Dmaven.test.skip=true deploy",
                "sha256sum",
                "gh release create")) {
            assertTrue(commands.contains(part), part);
        }
        assertTrue(workflow.findValuesAsText("uses").stream().anyMatch(use -> use.contains("attest-build-provenance")));
    }

    /** A secret is given to the step that signs, and an expression is never a part of a command. */
    @Test
    void shouldKeepSecretsAndNamesOutOfCommands() throws IOException {
        for (String name : List.of("test.yml", "release.yml")) {
            assertFalse(commands(read(name)).contains("${{"), name);
        }
        List<String> reading = new ArrayList<>();
        for (JsonNode step : read("release.yml").at("/jobs/build/steps")) {
            if (step.toString().contains("secrets.")) {
                reading.add(step.path("name").asText());
            }
        }
        assertEquals(List.of("Stage the jars as Maven Central takes them"), reading);
    }

    /** Commands name existing profiles, scripts and folders. */
    @Test
    void shouldNameWhatExists() throws IOException {
        TreeSet<String> profiles = new TreeSet<>();
        try (Stream<Path> poms = Files.find(Archive.ROOT, 2, (path, file) -> path.endsWith("pom.xml"))) {
            for (Path pom : (Iterable<Path>) poms::iterator) {
                for (String id : Files.readString(pom).split("<profile>")) {
                    profiles.add(id.replaceFirst("(?s).*?<id>([^<]*)</id>.*", "$1"));
                }
            }
        }
        String commands = commands(read("release.yml")).replace("$natives", "natives-linux-x86_64");
        for (String used : commands.replaceAll("(?s).*?\"-P([^\"]*)\".*", "$1").split(",")) {
            assertTrue(profiles.contains(used), used);
        }
        for (String natives :
                commands.replaceAll("(?s).*natives=(\\S+).*", "$1").split(",")) {
            assertTrue(profiles.contains(natives), natives);
        }
        assertTrue(Files.isExecutable(Archive.ROOT.resolve("docs/site")));
        assertTrue(Files.readString(Archive.ROOT.resolve("docs/CHANGELOG.md")).contains("\n## 0.1.0"));
    }

    @Test
    void shouldPassActionlint() throws Exception {
        String linter = Stream.of(
                        (System.getenv("PATH") + File.pathSeparator + System.getProperty("user.home") + "/go/bin")
                                .split(File.pathSeparator))
                .map(folder -> folder + "/actionlint")
                .filter(file -> Files.isExecutable(Path.of(file)))
                .findFirst()
                .orElseGet(WorkflowsTest::skip);

        assertEquals("", Processes.run(Archive.ROOT, Map.of(), List.of(linter)));
    }

    private static String skip() {
        String reason = "no actionlint; go install github.com/rhysd/actionlint/cmd/actionlint@latest";
        System.err.println("distribution: the workflows are not linted: " + reason);
        return abort(reason);
    }
}

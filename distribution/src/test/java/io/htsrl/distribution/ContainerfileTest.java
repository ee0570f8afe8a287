package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads {@code Containerfile} as text: no test builds it, because the build's machines have no container engine. */
@Tag("slow")
@Tag("thorough")
class ContainerfileTest {
    private static final Pattern FROM = Pattern.compile("FROM (\\S+) AS (\\S+)");
    private static final Pattern ARGUMENT = Pattern.compile("ARG (\\w+)=(\\S+)");
    private static final List<String> IMAGES = List.of("hts", "hts-python");

    /** Instructions, continued lines joined, comments left out. */
    private static List<String> instructions() throws IOException {
        String text = Files.readString(Archive.ROOT.resolve("Containerfile"))
                .replaceAll("(?m)^#.*\\R", "")
                .replaceAll("\\\\\\R\\s*", "");
        return text.lines().filter(line -> !line.isBlank()).toList();
    }

    /** The instructions of each stage, FROM first. */
    private static Map<String, List<String>> stages() throws IOException {
        Map<String, List<String>> stages = new TreeMap<>();
        List<String> stage = new ArrayList<>();
        for (String instruction : instructions()) {
            Matcher from = FROM.matcher(instruction);
            if (from.matches()) {
                stage = stages.computeIfAbsent(from.group(2), name -> new ArrayList<>());
            }
            stage.add(instruction);
        }
        return stages;
    }

    private static Map<String, String> arguments() throws IOException {
        Map<String, String> arguments = new TreeMap<>();
        for (String instruction : instructions()) {
            Matcher argument = ARGUMENT.matcher(instruction);
            if (argument.matches()) {
                arguments.put(argument.group(1), argument.group(2));
            }
        }
        return arguments;
    }

    private static String last(String instruction, List<String> stage) {
        return stage.stream()
                .filter(line -> line.startsWith(instruction + " "))
                .reduce((first, second) -> second)
                .orElse("");
    }

    @Test
    void shouldPinEveryBaseImage() throws IOException {
        Map<String, String> arguments = arguments();
        Map<String, List<String>> stages = stages();
        for (List<String> stage : stages.values()) {
            Matcher from = FROM.matcher(stage.get(0));
            assertTrue(from.matches());
            String base = arguments.getOrDefault(from.group(1).replaceAll("[${}]", ""), from.group(1));
            assertTrue(stages.containsKey(base) || base.matches("docker\\.io/library/[a-z]+:\\d+\\.\\d+\\S*"), base);
        }
    }

    @Test
    void shouldRunHtsAsAUserWithoutPrivileges() throws IOException {
        for (String image : IMAGES) {
            List<String> stage = stages().get(image);
            assertEquals("USER 10001:10001", last("USER", stage), image);
            assertEquals("ENTRYPOINT [\"hts\"]", last("ENTRYPOINT", stage), image);
            assertTrue(last("ENV", stage).contains("PATH=/opt/hts-rl/bin:"), image);
            assertTrue(stage.indexOf(last("RUN", stage)) < stage.indexOf(last("USER", stage)), image);
        }
        assertEquals("FROM ${DEBIAN} AS hts", last("FROM", instructions()), "built without --target");
    }

    @Test
    void shouldCopyOnlyWhatExists() throws IOException {
        Map<String, List<String>> stages = stages();
        for (String copy :
                instructions().stream().filter(line -> line.startsWith("COPY ")).toList()) {
            String[] words = copy.split(" ");
            if (words[1].startsWith("--from=")) {
                String made = String.join("\n", stages.get(words[1].substring("--from=".length())));
                assertTrue(made.contains(words[2]) || made.contains("${PROGRAM}"), copy);
            } else {
                assertTrue(words[1].equals(".") || words[1].equals("distribution/target/hts-rl-[0-9]*.zip"), copy);
            }
        }
        assumeTrue(Files.exists(Archive.PROGRAM), "not packaged");
        assertTrue(Archive.PROGRAM.getFileName().toString().matches("hts-rl-[0-9].*\\.zip"));
    }

    @Test
    void shouldInstallThePythonPackagesThatTheTestsUse() throws IOException {
        List<String> pinned =
                Files.readAllLines(Archive.ROOT.resolve("python-bridge/src/test/python/requirements.txt"));
        Map<String, String> arguments = arguments();

        assertTrue(pinned.contains("gymnasium==" + arguments.get("GYMNASIUM") + " \\"), arguments::toString);
        assertTrue(pinned.contains("numpy==" + arguments.get("NUMPY") + " \\"), arguments::toString);
    }

    /** {@code jdeps} lists the modules that the program's jars use. */
    @Test
    @Tag("slow")
    void shouldLinkEveryModuleThatTheProgramUses() throws IOException {
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        List<String> command =
                new ArrayList<>(List.of("--multi-release", "17", "--ignore-missing-deps", "--print-module-deps", "-q"));
        for (String folder : List.of("lib", "cluster")) {
            Path jars = Archive.ROOT.resolve("distribution/target").resolve(folder);
            Archive.jars(jars).forEach(jar -> command.add(jars.resolve(jar).toString()));
        }
        StringWriter printed = new StringWriter();
        int status = jdeps.run(new PrintWriter(printed), new PrintWriter(printed), command.toArray(String[]::new));
        TreeSet<String> needed = new TreeSet<>(
                List.of(printed.toString().strip().replaceAll("(?s).*\\n", "").split(",")));
        String linked = last("RUN", stages().get("java")).replaceAll(".* ", "");
        needed.removeAll(List.of(linked.split(",")));

        assertEquals(0, status, printed::toString);
        assertEquals(new TreeSet<>(), needed);
    }

    @Test
    void shouldBeTheImageOfTheKubernetesManifest() throws IOException {
        String manifest = Files.readString(Archive.ROOT.resolve("docs/how-to/kubernetes.yaml"));
        String image = "image: ghcr.io/hts-rl/hts-rl:" + Archive.VERSION.replace("-SNAPSHOT", "");

        assertEquals(2, manifest.split(Pattern.quote(image), -1).length - 1);
        assertEquals(2, manifest.split("image: ", -1).length - 1);
        assertEquals(2, manifest.split("runAsUser: 10001, fsGroup: 10001", -1).length - 1);
    }

    @Test
    void shouldLeaveBuildOutputsOutOfTheContext() throws IOException {
        try (Stream<String> lines = Files.lines(Archive.ROOT.resolve(".dockerignore"))) {
            List<String> ignored = lines.filter(line -> !line.startsWith("#")).toList();
            assertTrue(ignored.containsAll(List.of(".git", "**/target", "!distribution/target/hts-rl-[0-9]*.zip")));
        }
    }
}

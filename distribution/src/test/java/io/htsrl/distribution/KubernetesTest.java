package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Validates the manifest against the schemas of Kubernetes' API, which the package kubernetes-validate of PyPI has. It
 * is fetched once into the build's folder; where that fails, a line says so and the test is skipped.
 */
@Tag("slow")
@Timeout(600)
class KubernetesTest {
    private static final Path MANIFEST = Archive.ROOT.resolve("docs/how-to/kubernetes.yaml");
    private static final Path FOLDER = Archive.ROOT.resolve("distribution/target/kubernetes");
    private static final String PACKAGE = "kubernetes_validate-1.37.0-py3-none-any.whl";
    private static final String API = "1.31";
    private static final String VALIDATE = """
            import kubernetes_validate, sys, yaml
            for part in yaml.safe_load_all(sys.stdin.read()):
                try:
                    kubernetes_validate.validate(part, sys.argv[1], strict=True)
                    print(part["kind"])
                except kubernetes_validate.ValidationError as e:
                    print(part["kind"], "is wrong:", e.message.splitlines()[0][:200])
            """;

    @BeforeAll
    static void fetch() throws Exception {
        Path whole = FOLDER.resolve("needed/whole");
        if (!Files.exists(whole)) {
            String pip = run(
                    "",
                    "python3",
                    "-m",
                    "pip",
                    "--retries",
                    "1",
                    "download",
                    "-q",
                    "--no-deps",
                    "-d",
                    "" + FOLDER,
                    "kubernetes-validate==1.37.0");
            String needed = run(
                    "",
                    "python3",
                    "-m",
                    "pip",
                    "--retries",
                    "1",
                    "install",
                    "-q",
                    "--no-compile",
                    "--target",
                    "" + FOLDER.resolve("needed"),
                    "jsonschema",
                    "pyyaml",
                    "packaging",
                    "typing-extensions",
                    "importlib-resources");
            if (!Files.exists(FOLDER.resolve(PACKAGE)) || !Files.isDirectory(FOLDER.resolve("needed/jsonschema"))) {
                String reason = "python3's pip finds no kubernetes-validate: " + pip + needed;
                System.err.println("distribution: kubernetes.yaml is not validated: " + reason);
                abort(reason);
            }
            unpack(FOLDER.resolve(PACKAGE), FOLDER.resolve("needed"));
            Files.createFile(whole);
        }
    }

    /** Python would read the list of the wheel's 17,000 files several times for each part of the manifest. */
    private static void unpack(Path wheel, Path to) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(wheel);
                Stream<Path> files = Files.walk(zip.getPath("kubernetes_validate"))) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String name = file.toString();
                if (!name.contains("json-schema/") || name.contains("/v" + API + ".0-local-strict/")) {
                    Path copy = to.resolve(name);
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static String run(String input, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PYTHONPATH", FOLDER.resolve("needed").toString());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return e.getMessage(); // no such program exists
        }
        try (var to = process.getOutputStream()) {
            to.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed;
    }

    /** Broken copies show that it finds what the API does not have; one call, since Python starts slowly. */
    @Test
    void shouldFollowTheSchemasOfTheApi() throws Exception {
        String manifest = Files.readString(MANIFEST);
        String broken = Stream.of("serviceNames: learner", "replica: 8", "minReplicas: few")
                .map(wrong -> Pattern.compile(wrong.substring(0, 5) + "\\w*: \\w+")
                        .matcher(manifest)
                        .replaceAll(wrong))
                .collect(Collectors.joining("\n---\n", "\n---\n", ""));

        List<String> found =
                run(manifest + broken, "python3", "-c", VALIDATE, API).lines().toList();

        List<String> kinds = List.of("Service", "StatefulSet", "Deployment", "HorizontalPodAutoscaler");
        assertEquals(kinds, found.subList(0, kinds.size()));
        assertEquals(
                4, found.stream().filter(line -> line.contains(" is wrong: ")).count(), found::toString);
    }

    @Test
    void shouldHaveOnlyFlagsThatThereAre() throws IOException {
        String flags = Files.readString(Archive.ROOT.resolve("docs/reference/flags.md"))
                + Files.readString(Archive.ROOT.resolve("docs/how-to/cluster.md"));
        Stream<String> used = Pattern.compile("hts (?:train|resume|node) .*|nodes=.*|--secret-file.*")
                .matcher(Files.readString(MANIFEST))
                .results()
                .map(MatchResult::group)
                .flatMap(line ->
                        Pattern.compile("--[a-z-]+").matcher(line).results().map(MatchResult::group));

        assertEquals(List.of(), used.filter(flag -> !flags.contains(flag)).toList());
    }
}

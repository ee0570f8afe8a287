package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Installs the wheel into an empty virtual environment and uses it there. Without a Python 3.9 that makes one, or where
 * pip finds no package, a line says so and the test is skipped.
 */
@Tag("slow")
@Tag("thorough")
@Timeout(1800)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "paths in the environment are those of POSIX systems")
class WheelTest {
    private static final Path SCRIPT = Archive.ROOT.resolve("distribution/src/main/python/build_wheel.py");
    private static final Path CHECK = Archive.ROOT.resolve("distribution/src/test/python/wheel_check.py");
    private static final Path NOTEBOOK_CHECK = CHECK.resolveSibling("notebook_check.py");
    private static final Path NOTEBOOK = Archive.ROOT.resolve("docs/tutorial/notebook.ipynb");
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final String SUITABLE = "import ensurepip, sys, venv; assert sys.version_info >= (3, 9)";

    @TempDir
    private static Path folder;

    private static Path python;
    private static List<String> pip;
    private static Path wheel;

    @BeforeAll
    static void install() throws Exception {
        String found = found();
        wheel = built(found, "first");
        python = folder.resolve("environment/bin/python");
        run(found, "-m", "venv", "--without-pip", folder.resolve("environment").toString());
        pip = pipFor(found);
        pip("--no-deps", "--no-index", wheel.toString());
        if (Files.isExecutable(JDK.resolve("bin/jlink"))) {
            built(found, "runtime", "--java", JDK.toString());
            pip(
                    "--no-deps",
                    "--no-index",
                    "--find-links",
                    folder.resolve("runtime").toString(),
                    "hts-rl-jre");
        } else {
            System.err.println("distribution: hts-rl[jre] is not tested: " + JDK + " has no jlink");
        }
        try {
            pip("--retries", "1", "--no-compile", "numpy");
        } catch (AssertionError e) {
            skip("pip finds no numpy");
        }
    }

    /** JUnit, which deletes the folder, warns of each link that leads out of it. */
    @AfterAll
    static void unlink() throws IOException {
        Path programs = folder.resolve("environment/bin");
        if (Files.isDirectory(programs)) {
            try (Stream<Path> files = Files.list(programs)) {
                for (Path link : (Iterable<Path>) files.filter(Files::isSymbolicLink)::iterator) {
                    Files.delete(link);
                }
            }
        }
    }

    private static String found() throws InterruptedException {
        List<String> candidates = Stream.of(System.getenv("HTS_TEST_PYTHON"), "python3")
                .filter(Objects::nonNull)
                .toList();
        for (String candidate : candidates) {
            if (isSuitable(candidate)) {
                return candidate;
            }
        }
        return skip("none of " + candidates + " is a Python 3.9 or newer with venv and pip");
    }

    private static boolean isSuitable(String candidate) throws InterruptedException {
        try {
            run(candidate, "-c", SUITABLE);
            return true;
        } catch (IOException | AssertionError e) { // none exists, or it is too old
            return false;
        }
    }

    private static String skip(String reason) {
        System.err.println("distribution: the wheel is not tested: " + reason);
        return abort(reason);
    }

    private static Path built(String found, String name, String... options) throws Exception {
        String printed = run(Stream.concat(
                        Stream.of(
                                found,
                                SCRIPT.toString(),
                                "--out",
                                folder.resolve(name).toString()),
                        Stream.of(options))
                .toArray(String[]::new));
        return Path.of(printed.lines()
                .filter(line -> line.endsWith(".whl"))
                .findFirst()
                .orElseThrow());
    }

    /** The pip of the Python that was found, or where it has none with --python, one in the environment: 3 s more. */
    private static List<String> pipFor(String found) throws Exception {
        List<String> outside = List.of(found, "-m", "pip", "--python", python.toString());
        try {
            run(Stream.concat(outside.stream(), Stream.of("--version")).toArray(String[]::new));
            return outside;
        } catch (AssertionError e) {
            run(python.toString(), "-m", "ensurepip");
            return List.of(python.toString(), "-m", "pip");
        }
    }

    private static void pip(String... arguments) throws Exception {
        run(Stream.concat(
                        Stream.concat(pip.stream(), Stream.of("install", "-q", "--disable-pip-version-check")),
                        Stream.of(arguments))
                .toArray(String[]::new));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Map<String, String> variables = Map.of(
                "HTS_JAVA_OPTS",
                Processes.javaOptions("-Xmx1g"),
                "IPYTHONDIR",
                folder.resolve("ipython").toString(),
                "MPLCONFIGDIR",
                folder.resolve("matplotlib").toString());
        return Processes.run(folder, variables, List.of(command));
    }

    @Test
    void shouldHoldTheSameBytesEachTime() throws Exception {
        assertArrayEquals(Files.readAllBytes(wheel), Files.readAllBytes(built(python.toString(), "second")));
    }

    /** The launcher of Windows is found by its labels, and those by the ends of lines. */
    @Test
    void shouldEndTheLinesOfEachLauncherAsItsSystemDoes() throws Exception {
        try (ZipFile zip = new ZipFile(wheel.toFile())) {
            for (String name : List.of("hts", "hts.cmd")) {
                String text = new String(
                        zip.getInputStream(zip.getEntry("hts_rl/_app/bin/" + name))
                                .readAllBytes(),
                        StandardCharsets.UTF_8);
                String end = name.equals("hts") ? "\n" : "\r\n";
                String source = Files.readString(Archive.ROOT.resolve("distribution/src/main/launcher/" + name));
                assertEquals(source.replace("\n", end), text);
            }
        }
    }

    @Test
    void shouldBeNamedByTheVersion() {
        String version = Archive.VERSION.replace("-SNAPSHOT", ".dev0");

        assertEquals(
                "hts_rl-" + version + "-py3-none-any.whl", wheel.getFileName().toString());
    }

    @Test
    void shouldTrainPredictAndEvaluateInAnEmptyEnvironment() throws Exception {
        Path work = Files.createDirectory(folder.resolve("work"));

        String printed = run(python.toString(), CHECK.toString(), work.toString());

        assertTrue(printed.contains("the wheel is checked"), printed);
    }

    @Test
    void shouldExecuteTheNotebook() throws Exception {
        Path work = Files.createDirectory(folder.resolve("notebook"));
        try {
            pip("--retries", "1", "--no-compile", "nbclient", "ipykernel", "matplotlib");
        } catch (AssertionError e) {
            skip("pip finds no nbclient, ipykernel or matplotlib for the notebook");
        }

        String printed = run(python.toString(), NOTEBOOK_CHECK.toString(), NOTEBOOK.toString(), work.toString());

        assertTrue(printed.contains("the notebook is executed"), printed);
    }
}

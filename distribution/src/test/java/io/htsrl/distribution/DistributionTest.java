package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.Hts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Unpacks the archive, runs it without Maven, and tests what it says of itself. */
@Timeout(1800)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "bin/hts is for Linux and macOS")
class DistributionTest {
    /** All that bin/hts may call beside Java. */
    private static final List<String> TOOLS = List.of("bash", "dirname", "readlink", "sed", "head", "stty");

    private static final String FROM_ARCHIVE = "io.htsrl.cli.Hts source: shared objects file";

    private static final List<String> TRAIN = List.of(
            "train",
            "--algo",
            "ppo",
            "--env",
            "CartPole-v1",
            "--total-timesteps",
            "2048",
            "--seed",
            "7",
            "--quiet",
            "--run-dir");

    @TempDir
    private static Path folder;

    private static Path home;

    @BeforeAll
    static void unpack() throws IOException {
        Archive.unpack(Archive.PROGRAM, folder);
        home = folder.resolve("hts-rl-" + Archive.VERSION);
        Path tools = Files.createDirectory(folder.resolve("tools"));
        for (String tool : TOOLS) {
            Path found = Stream.of("/bin", "/usr/bin")
                    .map(bin -> Path.of(bin, tool))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            Files.createSymbolicLink(tools.resolve(tool), found);
        }
    }

    /** JUnit, which deletes the folder, warns of each link that leads out of it. */
    @AfterAll
    static void unlink() throws IOException {
        for (String tool : TOOLS) {
            Files.delete(folder.resolve("tools/" + tool));
        }
    }

    private static String hts(Path program, List<String> arguments) throws IOException, InterruptedException {
        return hts(program, Map.of("PATH", folder.resolve("tools").toString()), arguments);
    }

    private static String hts(Path program, Map<String, String> variables, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        Map<String, String> environment = new TreeMap<>(Map.of(
                "JAVA_HOME",
                System.getProperty("java.home"),
                "HTS_JAVA_OPTS",
                Processes.javaOptions("-Xmx1g"),
                "HTS_CLASS_PATH",
                ""));
        environment.putAll(variables);
        return Processes.run(folder, environment, command);
    }

    private static String digest(Path run) throws IOException {
        return new ObjectMapper()
                .readTree(run.resolve("summary.json").toFile())
                .get("digest")
                .asText();
    }

    @Test
    void shouldTrainWithoutMavenToTheBitsOfARunInThisProcess() throws Exception {
        Path there = folder.resolve("there");
        Path link = Files.createSymbolicLink(folder.resolve("linked-hts"), home.resolve("bin/hts"));

        hts(link, Stream.concat(TRAIN.stream(), Stream.of(there.toString())).toList());

        assertEquals(digestInThisProcess("here"), digest(there));
    }

    private static String digestInThisProcess(String name) throws IOException {
        Path run = folder.resolve(name);
        String[] words =
                Stream.concat(TRAIN.stream(), Stream.of(run.toString())).toArray(String[]::new);
        assertEquals(0, Hts.program(words).execute(words));
        String digest = digest(run);
        assertEquals(32, digest.length(), () -> "a digest of 32 digits is to be compared");
        return digest;
    }

    /** Uses this machine's tools: without them it makes no archive, and says nothing of it. */
    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldStartTheThirdTrainingFromAnArchiveOfClasses() throws Exception {
        Path program = Files.createDirectory(folder.resolve("quick"));
        Archive.unpack(Archive.PROGRAM, program);
        Path hts = program.resolve("hts-rl-" + Archive.VERSION + "/bin/hts");
        Map<String, String> listing =
                new TreeMap<>(Map.of("HTS_JAVA_OPTS", Processes.javaOptions("-Xmx1g -Xlog:class+load")));

        List<String> quick = List.of("train", "--help"); // a training for the launcher, which reads no more

        String first = hts(hts, Map.of(), quick);
        String without = hts(hts, Map.of("HTS_CDS", "0"), quick);
        String second = hts(hts, Map.of(), quick);
        String third = hts(
                hts,
                listing,
                Stream.concat(TRAIN.stream(), Stream.of(folder.resolve("third").toString()))
                        .toList());

        assertFalse((first + without).contains("quick starts"), first + without);
        assertTrue(second.contains("preparing quick starts for Java"), second);
        assertFalse(third.contains("quick starts"));
        assertTrue(third.contains("io.htsrl.trainer.run.Trainer source: shared objects file"), "from the archive");
        assertEquals(digestInThisProcess("not-from-an-archive"), digest(folder.resolve("third")));
        assertTrue(hts(hts, listing, List.of("--version")).contains(FROM_ARCHIVE), "not of training alone");
        listing.put("HTS_CDS", "0");
        assertFalse(hts(hts, listing, List.of("--version")).contains(FROM_ARCHIVE));
    }

    @Test
    void shouldFindAtariGamesOnceTheirArchiveIsInPlugins() throws Exception {
        String without = hts(home.resolve("bin/hts"), List.of("envs"));
        Archive.unpack(Archive.ATARI, home.resolve("plugins"));
        String with = hts(home.resolve("bin/hts"), List.of("envs"));

        assertFalse(without.contains("WARNING"), without); // of the JVM, on stderr
        assertFalse(without.contains("ALE/Homebrew"), without);
        assertTrue(without.contains("CartPole-v1"), without);
        assertTrue(with.contains("ALE/Homebrew"), with);
        assertTrue(Files.readString(home.resolve("plugins/atari/LICENCES.txt")).contains("GPL-2.0"));
        assertTrue(Files.readString(home.resolve("plugins/atari/GPL-2.0.txt")).contains("Version 2, June 1991"));
    }

    @Test
    void shouldHoldNothingOfTheAtariBridge() throws IOException {
        assertTrue(Archive.jars(home.resolve("lib")).size() > 40, "this is the folder of all jars");
        for (String jar : Archive.jars(home.resolve("lib"))) {
            try (ZipFile zip = new ZipFile(home.resolve("lib/" + jar).toFile())) {
                assertEquals(
                        List.of(),
                        zip.stream()
                                .map(Object::toString)
                                .filter(name ->
                                        name.startsWith("org/bytedeco/ale/") || name.startsWith("io/htsrl/atari/"))
                                .toList(),
                        jar);
            }
        }
        assertFalse(Files.readString(home.resolve("THIRD-PARTY.txt")).contains("\nale-"));
    }

    @Test
    void shouldHoldNothingOfNd4j() throws IOException {
        List<String> jars = Archive.jars(home.resolve("lib"));

        assertFalse(
                jars.stream().anyMatch(jar -> jar.matches("(hts-)?(nd4j|openblas|javacpp|oshi).*")), jars::toString);
        assertFalse(Files.readString(home.resolve("THIRD-PARTY.txt")).contains("nd4j"));
    }

    /** By a flag, and by the settings of a run that goes on; LauncherTest has the other ways to name it. */
    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldComputeOnNd4jOnceItsArchiveIsThere() throws Exception {
        Path program = Files.createDirectory(folder.resolve("with-nd4j"));
        Archive.unpack(Archive.PROGRAM, program);
        Path installed = program.resolve("hts-rl-" + Archive.VERSION);
        Archive.unpack(Archive.ND4J, installed);
        Path hts = installed.resolve("bin/hts");

        hts(
                hts,
                List.of(
                        "train",
                        "--algo",
                        "ppo",
                        "--env",
                        "CartPole-v1",
                        "--num-steps",
                        "16",
                        "--total-timesteps",
                        "512",
                        "--quiet",
                        "--checkpoint-every",
                        "1",
                        "--no-anneal-lr",
                        "--backend",
                        "nd4j",
                        "--run-dir",
                        "flag"));
        hts(hts, List.of("resume", "flag", "--total-timesteps", "1024", "--quiet"));

        JsonNode manifest =
                new ObjectMapper().readTree(folder.resolve("flag/manifest.json").toFile());
        assertEquals("cpu", manifest.get("backend").get("name").asText());
        assertEquals(32, digest(folder.resolve("flag")).length());
        List<String> lib = Archive.jars(installed.resolve("lib"));
        List<String> licences = Files.readAllLines(installed.resolve("nd4j/THIRD-PARTY.txt"));
        for (String jar : Archive.jars(installed.resolve("nd4j"))) {
            assertFalse(lib.contains(jar), jar);
            assertTrue(jar.startsWith("hts-nd4j-backend-") || isNamed(jar, licences), jar);
        }
    }

    /** Lists those of every run, and those of runs with nodes. */
    private static Set<String> allJars() throws IOException {
        TreeSet<String> jars = new TreeSet<>(Archive.jars(home.resolve("lib")));
        jars.addAll(Archive.jars(home.resolve("cluster")));
        return jars;
    }

    @Test
    void shouldKeepPekkoAsideForRunsWithNodes() throws IOException {
        assertFalse(Archive.jars(home.resolve("lib")).stream().anyMatch(jar -> jar.matches("(pekko|scala).*")));
        assertTrue(Archive.jars(home.resolve("lib")).stream().anyMatch(jar -> jar.startsWith("hts-cluster")));
        assertTrue(Archive.jars(home.resolve("cluster")).stream().anyMatch(jar -> jar.startsWith("pekko-remote")));
    }

    private static boolean isNamed(String jar, List<String> licences) {
        return licences.stream()
                .filter(line -> line.matches("\\S+: \\S.* \\(.*\\)"))
                .map(line -> line.substring(0, line.indexOf(':')))
                .anyMatch(name -> jar.equals(name + ".jar") || jar.startsWith(name + "-"));
    }

    @Test
    void shouldNameTheLicenceOfEveryJar() throws IOException {
        List<String> lines = Files.readAllLines(home.resolve("THIRD-PARTY.txt"));
        for (String jar : allJars()) {
            assertTrue(isNamed(jar, lines), jar);
        }
        assertTrue(Files.readString(home.resolve("LICENSE")).contains("Apache License"));
    }

    @Test
    void shouldNameEveryJarInTheBillOfMaterials() throws IOException {
        Path bom = home.resolve("bom.json");
        assumeTrue(Files.exists(bom), "skipped: CycloneDX makes no bill of materials where Maven is offline (-o)");
        JsonNode components = new ObjectMapper().readTree(bom.toFile()).get("components");
        TreeSet<String> named = new TreeSet<>();
        components.forEach(component -> named.add(file(component.get("purl").asText())));
        named.removeIf(name -> !name.endsWith(".jar"));

        assertEquals(allJars(), named);
        assertTrue(StreamSupport.stream(components.spliterator(), false)
                .allMatch(component -> component.get("licenses").size() > 0));
    }

    /** The jar that {@code pkg:maven/GROUP/NAME@VERSION?classifier=CLASSIFIER&type=TYPE} names. */
    private static String file(String purl) {
        String name = purl.replaceFirst("^pkg:maven/[^/]+/([^@]+)@([^?]+)\\?.*$", "$1-$2");
        String classifier = purl.contains("classifier=") ? "-" + purl.replaceFirst(".*classifier=([^&]+).*", "$1") : "";
        return name + classifier + "." + purl.replaceFirst(".*type=([^&]+).*", "$1");
    }
}

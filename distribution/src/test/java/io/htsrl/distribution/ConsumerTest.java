package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@code mvn install}, then a Maven project that depends on {@code hts-trainer} alone. It installs a copy of what
 * the build has compiled, into a repository of the test's own; what is not hts-rl's comes from the user's, by links.
 */
@Tag("slow")
@Tag("thorough")
@Timeout(1800)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
class ConsumerTest {
    private static final Path MAVEN = Path.of(System.getProperty("hts.maven.home"), "bin", "mvn");

    @TempDir
    private static Path folder;

    private static Path repository;
    private static Path consumer;

    @BeforeAll
    static void install() throws Exception {
        assumeTrue(Files.isExecutable(MAVEN), () -> "skipped: " + MAVEN + " is no Maven that could be run");
        repository = Files.createDirectory(folder.resolve("repository"));
        linkAllButOurs(Path.of(System.getProperty("hts.maven.repository")));
        Path checkout = Files.createDirectory(folder.resolve("checkout"));
        copyWhatIsCompiled(checkout);
        mvn(
                checkout,
                "",
                "-Dmaven.main.skip",
                "-Dmaven.test.skip",
                "-pl",
                "bom,trainer,nd4j-backend",
                "-am",
                "install");
        consumer = folder.resolve("consumer");
        copy(Archive.ROOT.resolve("distribution/src/test/consumer"), consumer);
    }

    /** JUnit, which deletes the folder, warns of each link that leads out of it. */
    @AfterAll
    static void unlink() throws IOException {
        if (repository != null) {
            try (Stream<Path> links = Files.find(repository, 2, (path, file) -> file.isSymbolicLink())) {
                for (Path link : links.toList()) {
                    Files.delete(link);
                }
            }
        }
    }

    private static void linkAllButOurs(Path users) throws IOException {
        Files.createDirectory(repository.resolve("io"));
        for (Path parent : List.of(users, users.resolve("io"))) {
            try (Stream<Path> children = Files.list(parent)) {
                for (Path child : (Iterable<Path>) children.filter(Files::isDirectory)::iterator) {
                    String path = users.relativize(child).toString();
                    if (!path.equals("io") && !path.equals("io/htsrl")) {
                        Files.createSymbolicLink(repository.resolve(path), child);
                    }
                }
            }
        }
    }

    private static void copyWhatIsCompiled(Path checkout) throws IOException {
        Files.copy(Archive.ROOT.resolve("pom.xml"), checkout.resolve("pom.xml"));
        try (Stream<Path> poms = Files.find(Archive.ROOT, 2, (path, file) -> path.endsWith("pom.xml"))) {
            for (Path pom : (Iterable<Path>) poms::iterator) {
                Path module = pom.getParent();
                if (!module.equals(Archive.ROOT)) {
                    Path target = Files.createDirectories(checkout.resolve(module.getFileName()));
                    Files.copy(pom, target.resolve("pom.xml"));
                    if (Files.isDirectory(module.resolve("target/classes")) && !isCompiledBeside(module)) {
                        copy(module.resolve("target/classes"), target.resolve("target/classes"));
                    }
                }
            }
        }
    }

    /** No module needs it, so Maven may compile it at the same time. */
    private static boolean isCompiledBeside(Path module) {
        return List.of("benchmarks", "papers").contains(module.getFileName().toString());
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (Stream<Path> files = Files.walk(from, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static String mvn(Path project, String jvm, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                MAVEN.toString(),
                "-B",
                "-ntp",
                "-q",
                "-Dmaven.repo.local=" + repository,
                "-Dhts.version=" + Archive.VERSION));
        if (System.getProperty("hts.maven.network").equals("offline: true")) {
            command.add("-o");
        }
        command.addAll(List.of(arguments));
        return Processes.run(
                project,
                Map.of("JAVA_HOME", System.getProperty("java.home"), "MAVEN_OPTS", jvm, "MAVEN_ARGS", ""),
                command);
    }

    @Test
    void shouldTrainInAProjectThatDependsOnTheTrainerAlone() throws Exception {
        mvn(
                consumer,
                "",
                "compile",
                "dependency:build-classpath",
                "-Dmdep.outputFile=class-path.txt",
                "-Dmdep.includeScope=runtime");
        String classPath = Files.readString(consumer.resolve("class-path.txt"));

        List<String> jars = Stream.of(classPath.trim().split(File.pathSeparator))
                .map(jar -> Path.of(jar).getFileName().toString())
                .toList();

        for (String program : List.of(
                "picocli",
                "logback",
                "snakeyaml",
                "jackson-dataformat",
                "ale-",
                "hts-cli",
                "junit",
                "jqwik",
                "nd4j",
                "hts-nd4j",
                "openblas",
                "javacpp")) {
            assertTrue(jars.stream().noneMatch(jar -> jar.startsWith(program)), () -> program + " in " + jars);
        }
        assertTrue(jars.contains("hts-trainer-" + Archive.VERSION + ".jar"), jars::toString);
        String fast = run(classPath, "--add-modules", "jdk.incubator.vector");
        String slow = run(classPath);

        assertTrue(
                Pattern.compile("trained 160 steps, digest [0-9a-f]{32}")
                        .matcher(fast)
                        .find(),
                fast);
        assertFalse(fast.contains("give java --add-modules"), fast);
        assertEquals(1, slow.split("give java --add-modules", -1).length - 1, slow);
        assertEquals(trained(fast), trained(slow), "the same bits by the slower kernel");
    }

    private static String run(String classPath, String... options) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", "target/classes" + File.pathSeparator + classPath, "consumer.Main"));
        return Processes.run(consumer, Map.of("OMP_NUM_THREADS", "1"), command);
    }

    private static String trained(String printed) {
        return printed.lines()
                .filter(line -> line.startsWith("trained "))
                .findFirst()
                .orElseThrow();
    }

    /** Maven believes what the JVM says of the machine, and needs no jar to say what it would take. */
    @Test
    void shouldBringTheNativeLibrariesOfTheConsumersMachine() throws Exception {
        mvn(consumer, "-Dos.name=mac -Dos.arch=aarch64", "dependency:tree", "-Pnd4j", "-DoutputFile=tree.txt");
        List<String> natives = Files.readAllLines(consumer.resolve("tree.txt")).stream()
                .map(line -> line.replaceFirst("^\\W*", ""))
                .filter(line -> line.matches("org\\.(nd4j|bytedeco):[^:]+:jar:[^:]+:[^:]+:runtime"))
                .toList();

        assertEquals(
                List.of("macosx-arm64"),
                natives.stream().map(line -> line.split(":")[3]).distinct().toList(),
                natives::toString);
        assertTrue(natives.size() >= 3, natives::toString);
    }

    @Test
    void shouldInstallPomsThatNeedNoParentAndNoProperty() throws IOException {
        try (Stream<Path> found = Files.find(
                repository.resolve("io/htsrl"),
                3,
                (path, file) -> path.toString().endsWith(".pom"))) {
            TreeSet<String> installed = new TreeSet<>();
            for (Path pom : (Iterable<Path>) found::iterator) {
                String name = pom.getParent().getParent().getFileName().toString();
                installed.add(name);
                String text = Files.readString(pom);
                if (!name.equals("hts-rl")) { // installed with the others, deployed never
                    assertFalse(text.contains("<parent>") || text.contains("${"), name);
                    assertEquals(name.equals("hts-nd4j-backend"), text.contains("<profile>"), name);
                    assertEquals(name.equals("hts-nd4j-backend"), text.contains("<classifier>"), name);
                }
            }
            assertTrue(
                    installed.containsAll(List.of("hts-bom", "hts-core", "hts-nd4j-backend", "hts-trainer")),
                    installed::toString);
        }
    }

    @Test
    void shouldNameEveryModuleInTheBom() throws IOException {
        TreeSet<String> modules = new TreeSet<>();
        try (Stream<Path> poms = Files.find(Archive.ROOT, 2, (path, file) -> path.endsWith("pom.xml"))) {
            for (Path pom : (Iterable<Path>) poms.filter(p -> !p.getParent().equals(Archive.ROOT))::iterator) {
                String text = Files.readString(pom);
                String name = text.substring(text.indexOf("</parent>"))
                        .replaceFirst("(?s).*?<artifactId>(.*?)</artifactId>.*", "$1");
                if (!text.contains("<maven.deploy.skip>true<")
                        && !List.of("hts-bom", "hts-distribution").contains(name)) {
                    modules.add(name);
                }
            }
        }
        TreeSet<String> named = new TreeSet<>();
        String version = Archive.VERSION;
        String bom =
                Files.readString(repository.resolve("io/htsrl/hts-bom/" + version + "/hts-bom-" + version + ".pom"));
        Pattern.compile("<artifactId>(.*?)</artifactId>\\s*<version>")
                .matcher(bom)
                .results()
                .forEach(match -> named.add(match.group(1)));
        named.remove("hts-bom");

        assertEquals(modules, named);
    }
}

package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.trainer.Training;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code hts init} and {@code hts new} write is compiled, and its own tests train and compare digests. */
@Timeout(1800)
class ProjectTest {
    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    private Path folder;

    private static void hts(String... arguments) {
        StringWriter err = new StringWriter();
        int code = Hts.commandLine(
                        (config, attached) -> {
                            throw new AssertionError("nothing is trained here");
                        },
                        arguments)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        assertEquals(0, code, err::toString);
    }

    /** Compiles the project as Maven would, and runs {@code action} with its classes on the class path. */
    private static <T> T in(Path project, Callable<T> action) throws Exception {
        Path classes = project.resolve("target/classes");
        List<String> command = new ArrayList<>(List.of(
                "--release", "17", "-proc:none", "-Xlint:all,-path", "-Werror", "-cp", CLASS_PATH, "-d", classes + ""));
        try (Stream<Path> files = Files.walk(project.resolve("src"))) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(command::add);
        }
        StringWriter printed = new StringWriter();
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(printed), new PrintWriter(printed), command.toArray(String[]::new));
        assertEquals(0, code, printed::toString);
        URL[] path = {
            classes.toUri().toURL(),
            project.resolve("src/main/resources").toUri().toURL()
        };
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(path, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            return action.call();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Calls each test of a class, and returns their names. */
    private static List<String> test(String name) throws Exception {
        List<String> called = new ArrayList<>();
        Class<?> type = Class.forName(name, true, Thread.currentThread().getContextClassLoader());
        for (Method method : type.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Test.class)) {
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                method.setAccessible(true);
                method.invoke(constructor.newInstance());
                called.add(method.getName());
            }
        }
        return called;
    }

    @Test
    void shouldTestAnEnvironmentOfJava() throws Exception {
        hts("init", folder.toString(), "--java");

        assertEquals(List.of("shouldGiveEqualBitsForAnyThreads"), in(folder, () -> test("myenv.MyEnvTest")));
        String pom = Files.readString(folder.resolve("pom.xml"));
        assertTrue(pom.contains("<artifactId>my-env</artifactId>"), pom);
        String own = Files.readString(Archive.ROOT.resolve("pom.xml"));
        Stream.of(pom.split("\n"))
                .filter(line -> line.matches("\\s*<version>\\d+\\.\\d+\\.\\d+</version>"))
                .map(line -> line.replaceAll("\\s*</?version>", ""))
                .forEach(version -> assertTrue(own.contains(">" + version + "<"), version));
    }

    @Test
    void shouldTestAnAlgorithm() throws Exception {
        hts("new", "algorithm", "my-own", folder.toString());

        assertEquals(
                List.of("shouldGiveTheSerialBitsForAnyThreads"), in(folder, () -> test("myown.MyOwnAlgorithmTest")));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                assertTrue(
                        file.toString().endsWith(".class")
                                || !Files.readString(file).contains("$"),
                        file + "");
            }
        }
    }

    /** Of an algorithm from outside: it is found, checked and trained as those of hts-rl are. */
    @Test
    void shouldMakeAnAlgorithmThatLearns() throws Exception {
        hts("new", "algorithm", "reinforce", folder.toString());
        double random = 22;
        double reached = in(
                folder,
                () -> Training.of("reinforce", "CartPole-v1")
                        .timesteps(100_000)
                        .run()
                        .result()
                        .orElseThrow()
                        .meanReturn100());

        assertTrue(reached > 4 * random, "a mean return of " + reached);
    }

    @Test
    void shouldRefuseWhatAnAlgorithmCannotLearnFrom() throws Exception {
        hts("new", "algorithm", "reinforce", folder.toString());

        assertEquals(
                "schedule async: it must not be async for reinforce in this version; choose a2c, acktr, crossq, ddpg, dqn, ppo, pqn, "
                        + "q-learning, sac, td3, tqc or trpo, or --schedule hts",
                in(folder, () -> refused(Training.of("reinforce", "CartPole-v1").set("schedule", "async"))));
        String pendulum = in(folder, () -> refused(Training.of("reinforce", "Pendulum-v1")));
        assertTrue(
                pendulum.startsWith("env Pendulum-v1: it must have discrete actions for reinforce in this version, "
                        + "and has continuous [-2.0] .. [2.0]; choose "),
                pendulum);
    }

    private static String refused(Training training) {
        return assertThrows(ConfigurationException.class, training::run).getMessage();
    }

    @Tag("slow")
    @Tag("thorough")
    @Test
    void shouldTestAnEnvironmentOfPython() throws Exception {
        assumeTrue(hasPython(), "needs python3");
        Path project = folder.resolve("mine");
        hts("init", project.toString(), "--python");
        Path launcher = folder.resolve("bin").resolve("hts");
        Files.createDirectories(folder.resolve("lib"));
        Files.createDirectories(launcher.getParent());
        Files.copy(Archive.ROOT.resolve("distribution/src/main/launcher/hts"), launcher);
        assertTrue(launcher.toFile().setExecutable(true));

        String printed = Processes.run(
                project,
                Map.of(
                        "PATH",
                        launcher.getParent() + File.pathSeparator + System.getenv("PATH"),
                        "HTS_CLASS_PATH",
                        CLASS_PATH,
                        "HTS_CDS",
                        "0",
                        "HTS_PYTHON",
                        "python3",
                        "JAVA_HOME",
                        System.getProperty("java.home")),
                List.of("python3", "-m", "unittest"));

        assertTrue(printed.contains("Ran 2 tests") && printed.strip().endsWith("OK"), printed);
    }

    private boolean hasPython() throws InterruptedException {
        try {
            Processes.run(folder, Map.of(), List.of("python3", "-c", "import sys; assert sys.version_info >= (3, 8)"));
            return true;
        } catch (IOException | AssertionError e) {
            return false;
        }
    }
}

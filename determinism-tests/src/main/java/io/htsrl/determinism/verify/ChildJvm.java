package io.htsrl.determinism.verify;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Description of a JVM to start: this one's program with other flags, or another JDK's. Immutable.
 *
 * @param java the program
 * @param prefix the command that runs it, such as {@code taskset -c 0}; usually empty
 * @param flags before the class path
 * @param environment variables set beside the inherited ones
 */
public record ChildJvm(Path java, List<String> prefix, List<String> flags, Map<String, String> environment) {
    /** The least version that hts-rl runs on. */
    public static final int LEAST_VERSION = 17;

    private static final Pattern VERSION = Pattern.compile("^JAVA_VERSION=\"(\\d+)");
    private static final List<String> VECTOR = List.of("--add-modules", "jdk.incubator.vector");
    private static final Path STATUS = Path.of("/proc/self/status");

    public ChildJvm {
        prefix = List.copyOf(prefix);
        flags = List.copyOf(flags);
        environment = Map.copyOf(environment);
    }

    /** Returns this JVM's program with its heap and properties, and the vector module. */
    public static ChildJvm same(String... more) {
        return jvm(here(), Runtime.version().feature(), VECTOR, List.of(more), Map.of());
    }

    /** Returns the JVM of {@link #same}, with variables. */
    static ChildJvm sameWith(Map<String, String> environment) {
        return jvm(here(), Runtime.version().feature(), VECTOR, List.of(), environment);
    }

    /** Returns the JVM of {@link #same} without the vector module: its bits come from the scalar kernel. */
    static ChildJvm scalar(String... more) {
        return jvm(here(), Runtime.version().feature(), List.of(), List.of(more), Map.of());
    }

    /** Returns another JDK's program. */
    static ChildJvm of(Path jdk, boolean vector) {
        return jvm(program(jdk), version(jdk), vector ? VECTOR : List.of(), List.of(), Map.of());
    }

    private static ChildJvm jvm(
            Path java, int version, List<String> modules, List<String> more, Map<String, String> environment) {
        List<String> flags = new ArrayList<>(modules);
        flags.add("-XX:-UsePerfData");
        if (version >= 22) { // as the launcher ./hts does: else the JVM warns of ND4J
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        if (version >= 23) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
        }
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-Xmx")
                        || flag.startsWith("-XX:MaxRAMPercentage=")
                        || flag.startsWith("-Xss")
                        || flag.startsWith("-D"))
                .forEach(flags::add);
        flags.addAll(more); // last: a later -Xmx wins
        return new ChildJvm(java, List.of(), flags, environment);
    }

    /** Returns the same JVM on one core, where the system has a {@code taskset}. */
    Optional<ChildJvm> onOneCore() {
        return core().flatMap(core -> onPath("taskset")
                .map(taskset -> new ChildJvm(java, List.of(taskset.toString(), "-c", core), flags, environment)));
    }

    /** Returns the first core that this process may use. */
    private static Optional<String> core() {
        if (!Files.isReadable(STATUS)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip().split("[-,]")[0])
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty(); // one perturbation fewer
        }
    }

    private static Optional<Path> onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> new File(folder, program)) // which may hold what no path holds, such as quotation marks
                .filter(File::canExecute)
                .map(File::toPath)
                .findFirst();
    }

    private static Path here() {
        return program(Path.of(System.getProperty("java.home")));
    }

    /** Returns the path of a JDK's program. */
    public static Path program(Path jdk) {
        return jdk.resolve("bin").resolve(File.separatorChar == '\\' ? "java.exe" : "java");
    }

    /** Returns the feature version in a JDK's {@code release} file; 0 where none exists. */
    public static int version(Path jdk) {
        Path release = jdk.resolve("release");
        if (!Files.isReadable(release)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.map(VERSION::matcher)
                    .filter(Matcher::find)
                    .findFirst()
                    .map(version -> Integer.parseInt(version.group(1)))
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}

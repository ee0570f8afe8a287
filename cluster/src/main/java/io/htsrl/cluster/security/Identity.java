package io.htsrl.cluster.security;

import io.htsrl.cli.rundir.BuildInfo;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.model.RecordedSettings;
import io.htsrl.trainer.settings.RunResolver;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * Properties that both sides must share to compute the same bits: the build, the settings as each side has read them,
 * the program's classes, and the environment's description on each machine with its versions. Vector widths and Java
 * versions change no bit of the kernel and are not compared. Immutable.
 *
 * @param settings digest of the settings
 * @param classes digest of the class path
 * @param facts description of the environment, also for the user
 */
public record Identity(String settings, String classes, String facts) {
    private static final Pattern FOR_A_PLATFORM = Pattern.compile(".*-(linux|macosx|windows|android|ios)-[^/]*\\.jar");
    private static final Pattern NOTES = Pattern.compile("META-INF/(MANIFEST\\.MF|INDEX\\.LIST|maven/.*)");
    private static final int SHOWN = 12;

    /** Returns version and commit of hts-rl. */
    public static String build() {
        return BuildInfo.current().toString();
    }

    /** Returns the identity of a run on this machine; makes an environment to read its description. */
    public static Identity of(RunConfig config) {
        return new Identity(digest(RecordedSettings.of(config)), Current.DIGEST, config.ask(Identity::facts));
    }

    private static String facts(Environment environment) {
        return environment.spec() + text(environment.software(), ", ", " ", "");
    }

    private static String digest(Map<String, String> settings) {
        return hex(text(settings, "", "=", "\0"));
    }

    private static String text(Map<String, String> map, String before, String between, String behind) {
        return new TreeMap<>(map)
                .entrySet().stream()
                        .map(each -> before + each.getKey() + between + each.getValue() + behind)
                        .collect(Collectors.joining());
    }

    /**
     * Returns the run of settings that a learner has sent.
     *
     * @throws io.htsrl.core.error.ConfigurationException when this machine does not have the algorithm or environment
     */
    public static RunConfig run(Map<String, String> settings) {
        Layer layer = RecordedSettings.read("the learner", settings);
        RunConfig config = RunResolver.recorded(layer);
        Violations.require(
                config.environments().exists(),
                "--env",
                config.env(),
                "must be an environment of this machine too",
                "add the jar that has it to HTS_CLASS_PATH, or install what it needs");
        return config;
    }

    private static String shown(String digest) {
        return digest.substring(0, Math.min(SHOWN, digest.length()));
    }

    /** Returns the reason for refusing a node of {@code other}; empty where it is admitted. */
    public String refusal(Identity other) {
        if (!settings.equals(other.settings)) {
            return "it understands the settings of the run differently (digest " + shown(other.settings) + ", and here "
                    + shown(settings) + "): use one build of hts-rl on all machines";
        }
        if (!classes.equals(other.classes)) {
            return "it has other classes, though the build has the same name (class path " + shown(other.classes)
                    + ", and here " + shown(classes)
                    + "): copy one build to all machines, and give all the same HTS_CLASS_PATH";
        }
        if (!facts.equals(other.facts)) {
            return "its environment is another one (" + other.facts + ", and here " + facts
                    + "): install the same versions on all machines";
        }
        return "";
    }

    /** Class path digest of this JVM; read once. */
    private static final class Current {
        private static final String DIGEST = classPathDigest(System.getProperty("java.class.path"));
    }

    /**
     * Returns a digest of names, sizes and checksums of all files of a class path, in jars and folders. It ignores
     * their order, the names of jars and folders, native libraries of single-platform jars, and build notes.
     */
    static String classPathDigest(String classPath) {
        List<String> digests = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            if (!entry.isEmpty() && !FOR_A_PLATFORM.matcher(entry).matches()) {
                digests.add(sha256(lines(Path.of(entry))));
            }
        }
        return sha256(digests);
    }

    private static List<String> lines(Path entry) {
        try {
            return Files.isDirectory(entry) ? folder(entry) : Files.exists(entry) ? jar(entry) : List.of();
        } catch (IOException e) {
            return List.of("cannot be read");
        }
    }

    private static List<String> jar(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            List<String> lines = new ArrayList<>();
            zip.stream()
                    .filter(each -> !each.isDirectory())
                    .forEach(each -> add(each.getName(), each.getSize(), each.getCrc(), lines));
            return lines;
        }
    }

    private static List<String> folder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<String> lines = new ArrayList<>();
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                byte[] bytes = Files.readAllBytes(file);
                CRC32 sum = new CRC32();
                sum.update(bytes);
                String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
                add(name, bytes.length, sum.getValue(), lines);
            }
            return lines;
        }
    }

    private static void add(String name, long size, long sum, List<String> lines) {
        if (!NOTES.matcher(name).matches()) {
            lines.add(name + " " + size + " " + sum);
        }
    }

    private static String sha256(List<String> lines) {
        return hex(lines.stream().sorted().map(line -> line + "\n").collect(Collectors.joining()));
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(sha256(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns the SHA-256 digest of bytes, such as a column's, to compare copies from several nodes. */
    public static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

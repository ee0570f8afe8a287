package io.htsrl.cli.rundir;

import io.htsrl.core.service.Services;
import io.htsrl.policies.backend.ComputeBackend;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.IVersionProvider;

/**
 * Identifies this build. Versions come from a file that Maven fills in, those of a backend's libraries from the
 * backends on the class path, the commit from the launcher, which knows the checkout ({@code -Dhts.commit},
 * {@code -Dhts.dirty}). Immutable.
 *
 * @param version of hts-rl
 * @param commit full hash, or null where it is not known
 * @param dirty whether the checkout differed from that commit; null where it is not known
 * @param libraries versions of the libraries that decide bits or speed, by name
 */
public record BuildInfo(String version, String commit, Boolean dirty, Map<String, String> libraries) {
    private static final String LIBRARY = "library.";

    /** Returns the build of this JVM. */
    public static BuildInfo current() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("build.properties of hts-rl cannot be read", e);
        }
        String commit = System.getProperty("hts.commit", "");
        String dirty = System.getProperty("hts.dirty", "");
        return new BuildInfo(
                properties.getProperty("version"),
                commit.isEmpty() ? null : commit,
                dirty.isEmpty() ? null : Boolean.valueOf(dirty),
                libraries(properties));
    }

    private static Map<String, String> libraries(Properties properties) {
        Map<String, String> libraries = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(LIBRARY)) {
                libraries.put(key.substring(LIBRARY.length()), properties.getProperty(key));
            }
        }
        Services.load(ComputeBackend.class).forEach(backend -> libraries.putAll(backend.libraries()));
        return libraries;
    }

    /** Returns a text such as {@code 0.1.0 (commit 1a2b3c4d5e6f, modified)}. */
    @Override
    public String toString() {
        return commit == null
                ? version
                : version + " (commit " + commit.substring(0, Math.min(12, commit.length()))
                        + (Boolean.TRUE.equals(dirty) ? ", modified)" : ")");
    }

    /** Returns the processor's model, or null where the system does not report it. */
    public static String cpuModel() {
        Path cpuinfo = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(cpuinfo)) {
            return System.getenv("PROCESSOR_IDENTIFIER");
        }
        try (Stream<String> lines = Files.lines(cpuinfo)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse(null);
        } catch (IOException e) {
            return null; // only a note in the manifest: no reason to fail a run
        }
    }

    /** Text of {@code hts --version}. */
    public static final class VersionText implements IVersionProvider {

        @Override
        public String[] getVersion() {
            BuildInfo build = BuildInfo.current();
            return new String[] {
                "hts-rl " + build,
                "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                build.libraries().entrySet().stream()
                        .map(library -> library.getKey() + " " + library.getValue())
                        .collect(Collectors.joining(", ")),
            };
        }
    }
}

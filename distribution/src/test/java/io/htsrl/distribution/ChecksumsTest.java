package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks for Maven 3.8 what 3.9 checks before it uses a file: jars and poms are those of the committed list. */
class ChecksumsTest {
    private static final Path LIST = Path.of(System.getProperty("hts.root"), ".mvn/checksums/checksums.sha256");
    private static final Path REPOSITORY = Path.of(System.getProperty("hts.maven.repository"));

    /** Maps paths below a repository to them. */
    private static Map<String, String> listed() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        for (String line : Files.readAllLines(LIST)) {
            String[] words = line.split("  ", 2);
            listed.put(words[1], words[0]);
        }
        return listed;
    }

    private static String checksum(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldHaveBuiltWithTheFilesOfTheListAlone() throws IOException {
        Map<String, String> others = new TreeMap<>();
        int compared = 0;
        for (Map.Entry<String, String> entry : listed().entrySet()) {
            Path file = REPOSITORY.resolve(entry.getKey());
            if (Files.exists(file)) { // of other machines and profiles
                compared++;
                if (!checksum(file).equals(entry.getValue())) {
                    others.put(entry.getKey(), checksum(file));
                }
            }
        }
        assertEquals(Map.of(), others, "other files than those that hts-rl was written with");
        assertTrue(compared > 0);
    }

    /** Other machines' natives need not be listed. CONTRIBUTING.md has the command that writes the list. */
    @Test
    void shouldListEveryJarThatIsPackaged() throws IOException {
        TreeSet<String> missing = new TreeSet<>();
        List<String> listed = List.copyOf(listed().keySet());
        try (Stream<String> jars =
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))) {
            jars.filter(jar -> jar.startsWith(REPOSITORY.toString()) && jar.endsWith(".jar"))
                    .filter(jar -> !jar.matches(".*-(linux|macosx|windows)-[a-z0-9_]+\\.jar"))
                    .map(jar -> REPOSITORY.relativize(Path.of(jar)).toString().replace(File.separatorChar, '/'))
                    .filter(jar -> !jar.startsWith("io/htsrl/") && !listed.contains(jar))
                    .forEach(missing::add);
        }
        assertEquals(new TreeSet<>(), missing);
    }
}

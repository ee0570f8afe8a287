package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The build leaves slow tests out of {@code mvn test}, and runs those of the modules that say so in {@code mvn verify}
 * (the others need no JVM to find that they have none): a module that forgets to say so would lose its own.
 */
class SlowTestsTest {
    private static final Path ROOT = Path.of("..");
    private static final String TAG = "@Tag(" + "\"slow\")";
    private static final String SAID = "<hts.test.no-slow-ones>false<";

    private static List<String> modules(Predicate<Path> has) throws IOException {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .filter(has)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private static boolean hasSlowTests(Path module) {
        Path tests = module.resolve("src/test/java");
        if (!Files.exists(tests)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(tests)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .anyMatch(file -> text(file).contains(TAG));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldBeAnnouncedByTheirModules() throws IOException {
        List<String> tagged = modules(SlowTestsTest::hasSlowTests);

        assertFalse(tagged.isEmpty());
        assertEquals(tagged, modules(module -> text(module.resolve("pom.xml")).contains(SAID)));
    }
}

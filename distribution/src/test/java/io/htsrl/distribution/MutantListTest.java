package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The mutants of {@code .ci/mutants.txt} change code that is there: the script itself takes hours, and runs seldom. */
class MutantListTest {
    private static final Path ROOT = Path.of(System.getProperty("hts.root"));

    @Test
    void shouldChangeCodeThatIsThere() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve(".ci/mutants.txt"));
        List<String> stale = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.split("@", 5);
            if (fields.length < 4 || !source(fields[0], fields[1]).contains(fields[2]) || fields[2].equals(fields[3])) {
                stale.add(line);
            }
        }
        assertEquals(List.of(), stale);
        assertTrue(lines.size() > 60, lines::toString);
    }

    private static String source(String module, String name) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
            Path file = files.filter(each -> each.endsWith(name + ".java"))
                    .findFirst()
                    .orElseThrow();
            return Files.readString(file);
        }
    }
}

package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A package is one role that can be seen at a glance, or it is two packages; and it says which. */
class PackageSizeTest {
    private static final Path CHECKOUT = Path.of("..");
    private static final int MOST_FILES = 30;

    /** The names of the main files of each package, of all modules. */
    private static Map<String, List<String>> packages() throws IOException {
        Map<String, List<String>> packages = new TreeMap<>();
        try (Stream<Path> folders = Files.list(CHECKOUT)) {
            for (Path sources : folders.map(folder -> folder.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .forEach(file -> packages.merge(
                                    sources.relativize(file.getParent())
                                            .toString()
                                            .replace('\\', '/')
                                            .replace('/', '.'),
                                    List.of(file.getFileName().toString()),
                                    PackageSizeTest::both));
                }
            }
        }
        assertTrue(packages.containsKey("io.htsrl.determinism.verify"), "this module is one of those looked at");
        return packages;
    }

    private static List<String> both(List<String> a, List<String> b) {
        return Stream.concat(a.stream(), b.stream()).toList();
    }

    @Test
    void shouldHaveNoPackageOfMoreFilesThanOneSees() throws IOException {
        Map<String, Integer> tooLarge = packages().entrySet().stream()
                .filter(each -> each.getValue().size() > MOST_FILES)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().size()));

        assertEquals(Map.of(), tooLarge, "packages of more than " + MOST_FILES + " files: split them by role");
    }

    @Test
    void shouldSayInEveryPackageWhatItIsFor() throws IOException {
        Set<String> silent = packages().entrySet().stream()
                .filter(each -> !each.getValue().contains("package-info.java"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());

        assertEquals(Set.of(), silent, "packages without a package-info.java");
    }
}

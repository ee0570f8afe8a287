package io.htsrl.core.service;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The variable by which the launcher puts the user's jars and folders on the class path. A JVM does not report missing
 * entries. Stateless, any thread.
 */
public final class ClassPathVariable {
    public static final String NAME = "HTS_CLASS_PATH";

    private ClassPathVariable() {}

    /** Returns the missing entries of {@code value}; null is an empty value. */
    public static List<String> missing(String value) {
        return value == null
                ? List.of()
                : Arrays.stream(value.split(File.pathSeparator))
                        .filter(entry -> !entry.isEmpty() && !isThere(entry))
                        .toList();
    }

    private static boolean isThere(String entry) {
        boolean all = entry.equals("*") || entry.endsWith("/*") || entry.endsWith(File.separator + "*");
        try {
            Path path = Path.of(all ? entry.substring(0, entry.length() - 1) : entry);
            return all ? Files.isDirectory(path.toAbsolutePath()) : Files.exists(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}

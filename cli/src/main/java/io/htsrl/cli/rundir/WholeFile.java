package io.htsrl.cli.rundir;

import io.htsrl.checkpoints.Disk;
import io.htsrl.checkpoints.WholeFiles;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes small files, whole or not at all; they are durable when the call returns. Stateless, any thread; one at a time
 * for each file.
 */
public final class WholeFile {

    private WholeFile() {}

    /** Adds what is wrong with a file to write; null is no file. */
    public static void check(String flag, Path file, Violations violations) {
        violations.check(
                file == null
                        || Files.isDirectory(Optional.ofNullable(
                                                file.toAbsolutePath().getParent())
                                        .orElse(file))
                                && !Files.isDirectory(file),
                flag,
                file,
                "must name a file in a folder that is there",
                "check the path");
    }

    /**
     * Writes {@code text} over a file that has the name.
     *
     * @throws RunDirectoryException when it cannot be written; an earlier file is unchanged
     */
    public static void write(Path file, String text) {
        write(Disk.REAL, file, text);
    }

    /** Writes bytes, as {@link #write(Path, String)} does. */
    public static void write(Path file, byte[] bytes) {
        try {
            WholeFiles.write(Disk.REAL, file, bytes);
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }

    /** Writes as {@link #write(Path, String)} does, to a disk that a test may replace. */
    public static void write(Disk disk, Path file, String text) {
        try {
            WholeFiles.write(disk, file, text);
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }
}

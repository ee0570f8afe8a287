package io.htsrl.cli.rundir.files;

import io.htsrl.checkpoints.disk.Disk;
import io.htsrl.checkpoints.disk.WholeFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes small files: whole, or not at all, and durable when that returns. Stateless, any thread; one at a time for each
 * file.
 */
public final class WholeFile {

    private WholeFile() {}

    /**
     * Writes {@code text}; what had the name before is replaced.
     *
     * @throws RunDirectoryException when it cannot be written; what was there before is untouched
     */
    public static void write(Path file, String text) {
        write(Disk.REAL, file, text);
    }

    /** {@link #write(Path, String)}, to a disk that a test may stand in for. */
    public static void write(Disk disk, Path file, String text) {
        try {
            WholeFiles.write(disk, file, text);
        } catch (IOException e) {
            throw new RunDirectoryException(file, e);
        }
    }
}

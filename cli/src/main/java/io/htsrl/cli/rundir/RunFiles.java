package io.htsrl.cli.rundir;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the files of a run directory where they are files: a pipe in the place of one would be waited for without end.
 * Stateless, any thread.
 */
public final class RunFiles {

    private RunFiles() {
    }

    /** @throws IOException when {@code file} is there and is a folder, a pipe or a device */
    public static void checkRegular(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null,
                    Files.isDirectory(file) ? "it is a folder" : "it is no regular file");
        }
    }

    /** @throws IOException also when {@code file} is none */
    public static String readString(Path file) throws IOException {
        checkRegular(file);
        return Files.readString(file);
    }

    /** @throws IOException also when {@code file} is none */
    static byte[] readAllBytes(Path file) throws IOException {
        checkRegular(file);
        return Files.readAllBytes(file);
    }
}

package io.htsrl.cli.rundir.files;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads the files of a run directory where they are files: a pipe in the place of one would be waited for without end.
 * Says what is wrong with those that cannot be read. Stateless, any thread.
 */
public final class RunFiles {
    /** The remedy of what nobody but a defective copy or disk can have done. */
    public static final String COPY = "copy the run again from where it was made";

    private RunFiles() {}

    /** @throws IOException when {@code file} is there and is a folder, a pipe or a device */
    public static void checkRegular(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(
                    file.toString(), null, Files.isDirectory(file) ? "it is a folder" : "it is no regular file");
        }
    }

    /** @throws IOException also when {@code file} is none */
    public static String readString(Path file) throws IOException {
        checkRegular(file);
        return Files.readString(file);
    }

    /** @throws IOException also when {@code file} is none */
    public static byte[] readAllBytes(Path file) throws IOException {
        checkRegular(file);
        return Files.readAllBytes(file);
    }

    /** What a file that cannot be read is refused with. */
    public static ConfigurationException unreadable(Path file, IOException cause) {
        String reason =
                cause instanceof NoSuchFileException ? "there is no such file" : RunDirectoryException.reason(cause);
        return refused(file, "must be a readable file (" + reason + ")", "check the run directory");
    }

    /**
     * What a run directory, or a file of one, is refused with.
     *
     * @param rule   completes "it ..."
     * @param remedy an imperative
     */
    public static ConfigurationException refused(Path file, String rule, String remedy) {
        return new ConfigurationException(new Violations().add("run directory", file, rule, remedy));
    }
}

package io.htsrl.cli.rundir;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.core.error.ShownText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reports that the run directory cannot be written: a full disk, a lost mount. Shown without a stack trace; files are
 * kept.
 */
public final class RunDirectoryException extends RuntimeException {

    public RunDirectoryException(Path file, IOException cause) {
        super("cannot write " + file + ": " + explained(file, cause), cause);
    }

    /** Returns the exception for a model that could not be written. */
    public static RunDirectoryException of(Path file, CheckpointException refused) {
        return new RunDirectoryException(
                file, refused.getCause() instanceof IOException io ? io : new IOException(refused));
    }

    private static String explained(Path file, IOException cause) {
        Path folder = file.toAbsolutePath().getParent();
        return reason(cause)
                + (folder == null || Files.exists(folder)
                        ? "; what was written before is kept"
                        : "; its folder is not there any more: it was deleted or moved during the run");
    }

    /** Returns the cause in words: the JDK's file exceptions often have the path alone, or the path and the words. */
    public static String reason(IOException cause) {
        String message = ShownText.reason(cause);
        if (cause instanceof java.io.FileNotFoundException && message.endsWith(")")) {
            return message.substring(message.lastIndexOf('(') + 1, message.length() - 1);
        }
        return cause instanceof java.nio.file.AccessDeniedException
                ? "permission denied"
                : cause instanceof java.nio.file.NoSuchFileException
                        ? "no such folder"
                        : cause instanceof java.nio.file.FileAlreadyExistsException
                                ? "a file of that name is in the way"
                                : cause instanceof java.nio.file.FileSystemException f && f.getReason() != null
                                        ? f.getReason()
                                        : message;
    }
}

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
        return ShownText.reason(cause)
                + (folder == null || Files.exists(folder)
                        ? "; what was written before is kept"
                        : "; its folder is not there any more: it was deleted or moved during the run");
    }
}

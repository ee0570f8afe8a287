package io.htsrl.checkpoints;

import io.htsrl.core.error.ShownText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * Thrown when a checkpoint cannot be written, or cannot be resumed from. It has the file and the exact reason, and is
 * shown without a stack trace. The caller adds what to do, see {@link #withRemedy}.
 */
public final class CheckpointException extends RuntimeException {
    private final transient Path file;

    private CheckpointException(Path file, String message, Throwable cause) {
        super(message, cause);
        this.file = file;
    }

    /** Returns the refusal of a checkpoint; {@code problem} completes a sentence that begins with "checkpoint FILE". */
    static CheckpointException refused(Path file, String problem) {
        return new CheckpointException(file, "checkpoint " + file + " " + problem, null);
    }

    static CheckpointException unrestorable(Path file, String part, Exception cause) {
        return new CheckpointException(
                file,
                "checkpoint " + file + " does not fit: its part " + part + " cannot be restored: "
                        + (cause instanceof IOException io ? reason(io) : cause),
                cause);
    }

    static CheckpointException unreadable(Path file, IOException cause) {
        return new CheckpointException(file, "cannot read checkpoint " + file + ": " + reason(cause), cause);
    }

    static CheckpointException unwritable(Path file, IOException cause) {
        return new CheckpointException(
                file,
                "cannot write checkpoint " + file + ": " + reason(cause) + "; earlier checkpoints are untouched",
                cause);
    }

    static CheckpointException folder(Path folder, IOException cause) {
        return new CheckpointException(
                folder, "cannot use the checkpoint folder " + folder + ": " + reason(cause), cause);
    }

    /** Returns the affected file or folder. */
    public Path file() {
        return file;
    }

    /** Returns the same exception with a remedy, such as {@code resume from interval-000000000080.safetensors}. */
    public CheckpointException withRemedy(String remedy) {
        return new CheckpointException(file, getMessage() + "; " + remedy, this);
    }

    /** Returns the cause in words: the JDK's file exceptions often carry the path alone, or the path and the words. */
    static String reason(IOException cause) {
        String message = ShownText.reason(cause);
        if (cause instanceof FileNotFoundException && message.endsWith(")")) {
            return message.substring(message.lastIndexOf('(') + 1, message.length() - 1);
        }
        return cause instanceof AccessDeniedException
                ? "Permission denied"
                : cause instanceof NoSuchFileException
                        ? "No such file or directory"
                        : cause instanceof NotDirectoryException
                                ? "Not a directory"
                                : cause instanceof FileAlreadyExistsException
                                        ? "A file of that name is in the way"
                                        : cause instanceof FileSystemException f && f.getReason() != null
                                                ? f.getReason()
                                                : message;
    }
}

package io.htsrl.checkpoints;

import io.htsrl.core.error.ShownText;
import java.io.IOException;
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
                        + (cause instanceof IOException io ? ShownText.reason(io) : cause),
                cause);
    }

    static CheckpointException unreadable(Path file, IOException cause) {
        return new CheckpointException(file, "cannot read checkpoint " + file + ": " + ShownText.reason(cause), cause);
    }

    static CheckpointException unwritable(Path file, IOException cause) {
        return new CheckpointException(
                file,
                "cannot write checkpoint " + file + ": " + ShownText.reason(cause)
                        + "; earlier checkpoints are untouched",
                cause);
    }

    static CheckpointException folder(Path folder, IOException cause) {
        return new CheckpointException(
                folder, "cannot use the checkpoint folder " + folder + ": " + ShownText.reason(cause), cause);
    }

    /** Returns the affected file or folder. */
    public Path file() {
        return file;
    }

    /** Returns the same exception with a remedy, such as {@code resume from interval-000000000080.safetensors}. */
    public CheckpointException withRemedy(String remedy) {
        return new CheckpointException(file, getMessage() + "; " + remedy, this);
    }
}

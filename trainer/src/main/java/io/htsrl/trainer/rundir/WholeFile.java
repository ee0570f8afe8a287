package io.htsrl.trainer.rundir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes small files: whole, or not at all. Stateless, any thread; one at a time for each file. */
public final class WholeFile {

    private WholeFile() {
    }

    /**
     * Writes {@code text}; what had the name before is replaced.
     *
     * @throws RunDirectoryException when it cannot be written; what was there before is untouched
     */
    public static void write(Path file, String text) {
        Path draft = file.resolveSibling("." + file.getFileName());
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            draft.toFile().delete(); // half a file helps nobody
            throw new RunDirectoryException(file, e);
        }
    }
}

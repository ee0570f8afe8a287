package io.htsrl.cli.rundir;

import io.htsrl.trainer.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a run leaves at its end alone, which tells that it has ended. Stateless, any thread. */
public final class RunEnd {
    static final String SUMMARY = "summary.json";

    private RunEnd() {}

    /** The run in {@code folder} goes on: it has not ended any more, whatever becomes of it now. */
    public static void drop(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(SUMMARY));
        Files.deleteIfExists(folder.resolve(ModelFile.NAME));
    }
}

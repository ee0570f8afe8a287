package io.htsrl.cli;

import io.htsrl.core.Timeline;
import io.htsrl.core.Violations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the user wants of a trace. Immutable.
 *
 * @param file  where it goes; empty for no trace, the empty path for the usual file in the run directory
 * @param limit spans that are kept of each thread
 */
public record TraceSettings(Optional<Path> file, int limit) {
    public static final TraceSettings NONE = new TraceSettings(Optional.empty(), 200_000);

    /** As given, or as by default. */
    static TraceSettings of(Values values) {
        return new TraceSettings(values.<Optional<Path>>find(Setting.TRACE).orElse(NONE.file),
                values.<Integer>find(Setting.TRACE_LIMIT).orElse(NONE.limit));
    }

    /** Adds what is wrong: before the run, since the file is written after it. */
    void check(Values values, Violations violations) {
        violations.check(limit >= 1, values.name(Setting.TRACE_LIMIT), limit, "must be at least 1",
                "give 200000, for example, or leave out --trace");
        file.filter(path -> !path.toString().isEmpty()).ifPresent(path -> violations.check(canBeMade(path),
                values.name(Setting.TRACE), path, "must name a file that can be written",
                "name another, or give --trace alone for one in the run directory"));
    }

    /** Folders on the way to it are made when it is written: the run directory may be one, and must be empty before. */
    private static boolean canBeMade(Path path) {
        Path there = path.toAbsolutePath();
        if (Files.exists(there)) {
            return Files.isRegularFile(there) && Files.isWritable(there);
        }
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return there != null && Files.isDirectory(there) && Files.isWritable(there);
    }

    /** For one run; records nothing where no trace is wanted. */
    Timeline timeline() {
        return file.isPresent() ? new Timeline(limit) : Timeline.off();
    }
}

package io.htsrl.cli.settings;

import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.OptionalType;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.settings.Values;
import io.htsrl.core.time.Timeline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The user's choice of a trace. Immutable.
 *
 * @param file its file; empty for no trace, the empty path for the usual file in the run directory
 * @param limit most spans that are kept of each thread
 */
@SettingGroup("Output")
public record TraceSettings(
        @Setting(
                flag = "trace",
                defaultValue = "none",
                type = TraceFileType.class,
                local = true,
                help = "Writes a timeline of all threads (Chrome trace) for https://ui.perfetto.dev; "
                        + "without FILE: trace.json in the run directory; none: no trace.")
        Optional<Path> file,

        @Setting(
                flag = "trace-limit",
                defaultValue = "200000",
                unit = "spans",
                range = "[1, inf)",
                local = true,
                remedy = "give 200000, for example, or leave out --trace",
                help = "Newest spans of each thread that a trace keeps.")
        int limit) {
    public static final TraceSettings NONE = new TraceSettings(Optional.empty(), 200_000);

    /** Adds what is wrong. It checks before the run, since the file is written after it. */
    void check(Values values, Violations violations) {
        values.check(this, violations);
        violations.check(
                file.isPresent() || !values.fromUser("trace-limit"),
                values.name("trace-limit"),
                limit,
                "is for --trace only",
                "remove it, or give --trace");
        file.filter(path -> !path.toString().isEmpty())
                .ifPresent(path -> violations.check(
                        canBeMade(path),
                        values.name("trace"),
                        path,
                        "must name a file that can be written",
                        "name another, or give --trace alone for one in the run directory"));
    }

    /**
     * Returns whether the file can be made. Its folders are made only when it is written, since one of them may be the
     * run directory, which must be empty before.
     */
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

    /** Returns the timeline of one run; it records nothing where no trace is wanted. */
    public Timeline timeline() {
        return file.isPresent() ? new Timeline(limit) : Timeline.off();
    }

    /** File of a trace: empty for none, the empty path for the usual file. Stateless, any thread. */
    public static final class TraceFileType extends OptionalType {
        /** Text in place of a value that is not given. */
        public static final String ALONE = "true";
        /** No trace. */
        public static final String NONE = "none";

        public TraceFileType() {
            super(
                    NONE,
                    "FILE",
                    "must be none, true for the usual file, or a file",
                    "give the flag alone, or a file's name");
        }

        @Override
        protected Object readValue(String text) {
            return text.isBlank() ? null : Path.of(text.equals(ALONE) ? "" : text);
        }

        @Override
        protected String text(Object file) {
            return file.toString().isEmpty() ? ALONE : file.toString();
        }

        @Override
        public Form form() {
            return Form.OPTIONAL_VALUE;
        }
    }
}

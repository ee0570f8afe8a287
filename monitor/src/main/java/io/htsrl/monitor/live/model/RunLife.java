package io.htsrl.monitor.live.model;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a run is going, and how it ended: {@code running, finished, stopped, failed} or {@code killed}. A run without a
 * summary is going while its process holds the lock on its digests. One thread.
 */
final class RunLife {
    /** A lock that is tried keeps others out for that moment: seldom enough that no resume is refused by chance. */
    private static final int EVERY = 20;

    private final RunReader run;
    private final boolean own;
    private int asked;
    private boolean written;

    /** @param own of this process, whose lock must not be touched: systems let go of it when any opening is closed */
    RunLife(RunReader run, boolean own) {
        this.run = run;
        this.own = own;
    }

    /** In a word. */
    String state() {
        try {
            Optional<JsonNode> summary = run.summary();
            if (summary.isPresent()) {
                return run.state().name().toLowerCase(Locale.ROOT);
            }
        } catch (ConfigurationException e) {
            return "unknown"; // the summary is being written, or damaged
        }
        if (asked++ % EVERY == 0) {
            written = own || writing();
        }
        return written ? "running" : "killed";
    }

    /** Whether a process writes there. */
    private boolean writing() {
        Path file = run.folder().resolve("digests.jsonl");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock == null;
        } catch (IOException e) {
            return false;
        }
    }
}

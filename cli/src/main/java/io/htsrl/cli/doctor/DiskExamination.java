package io.htsrl.cli.doctor;

import io.htsrl.cli.rundir.files.RunDirectoryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Whether runs can write where they would, and how much. */
final class DiskExamination implements Examination {
    private static final long LEAST = 64L << 20;
    private static final long ENOUGH = 1L << 30;

    private final Path folder;
    private final long least;
    private final long enough;

    /** @param folder of the run directories; need not exist */
    DiskExamination(Path folder) {
        this(folder, LEAST, ENOUGH);
    }

    DiskExamination(Path folder, long least, long enough) {
        this.folder = folder.toAbsolutePath();
        this.least = least;
        this.enough = enough;
    }

    @Override
    public List<Finding> examine() {
        Path existing = folder;
        while (existing != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (existing == null || !Files.isDirectory(existing) || !Files.isWritable(existing)) {
            return List.of(Finding.wrong("disk", folder + " cannot be written", "give --out another folder"));
        }
        try {
            return List.of(judge(Files.getFileStore(existing).getUsableSpace()));
        } catch (IOException e) {
            return List.of(Finding.slow(
                    "disk",
                    folder + " does not tell its free space: " + RunDirectoryException.reason(e),
                    "look at it"));
        }
    }

    private Finding judge(long free) {
        String text = String.format(Locale.ROOT, "%,d MiB free for %s", free >> 20, folder);
        String remedy = "make room, or give --out a folder on another disk";
        return free < least
                ? Finding.wrong("disk", text, remedy)
                : free < enough
                        ? Finding.slow("disk", text + ", soon full of checkpoints", remedy)
                        : Finding.ok("disk", text);
    }
}

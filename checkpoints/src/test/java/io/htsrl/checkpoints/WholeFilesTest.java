package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFilesTest {
    /** A disk that fails, or at which the process ends, at the deed of a number. */
    private static final class FailingDisk extends RecordingDisk {
        private final int last;

        FailingDisk(int last) {
            this.last = last;
        }

        @Override
        protected void before(String deed) throws IOException {
            super.before(deed);
            if (log.size() > last) {
                throw new IOException("Input/output error");
            }
        }
    }

    @TempDir
    Path folder;

    @Test
    void shouldSyncTheFileBeforeItHasItsNameAndTheNameBeforeItReturns() throws IOException {
        RecordingDisk disk = new RecordingDisk();
        WholeFiles.write(disk, folder.resolve("a.yaml"), "ü: 1\n");

        assertEquals(
                List.of(
                        "open .a.yaml.draft",
                        "write .a.yaml.draft",
                        "sync .a.yaml.draft",
                        "rename .a.yaml.draft a.yaml",
                        "sync folder " + folder.getFileName()),
                disk.log);
        assertEquals("ü: 1\n", Files.readString(folder.resolve("a.yaml")));
    }

    @Test
    void shouldLeaveTheOldFileWhereverItFails() throws IOException {
        Path file = Files.writeString(folder.resolve("a.yaml"), "old");
        for (int last = 0; last < 4; last++) {
            FailingDisk disk = new FailingDisk(last);
            assertThrows(IOException.class, () -> WholeFiles.write(disk, file, "new"));
            assertEquals("old", Files.readString(file));
            Disk.REAL.delete(folder.resolve(".a.yaml.draft")); // this disk cannot even delete any more
        }
        WholeFiles.write(new FailingDisk(4), file, "new");
        assertEquals("new", Files.readString(file));
    }

    @Test
    void shouldLeaveNoDraftOfWhatCannotBeFilled() throws IOException {
        assertThrows(
                IllegalStateException.class,
                () -> WholeFiles.write(Disk.REAL, folder.resolve("a"), draft -> {
                    draft.write(new byte[10], 0, 10);
                    throw new IllegalStateException("changed meanwhile");
                }));
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void shouldWriteOnAnInterruptedThread() throws IOException {
        Thread.currentThread().interrupt();
        WholeFiles.write(Disk.REAL, folder.resolve("a"), "whole");

        assertTrue(Thread.interrupted());
        assertEquals("whole", Files.readString(folder.resolve("a")));
    }
}

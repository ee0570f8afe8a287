package io.htsrl.trainer.checkpoint;

import io.htsrl.storage.BitHasher;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Turns images into files: all of a file or nothing. It is written beside its place under another name, synced, and
 * renamed. Reusable, for its buffers; one thread at a time.
 */
final class CheckpointDraft {
    static final String PREFIX = ".";
    static final String SUFFIX = ".draft";

    private final DraftFile.Disk disk;
    private final BitHasher hasher = new BitHasher();
    private final DraftOutput data = new DraftOutput(hasher);

    CheckpointDraft(DraftFile.Disk disk) {
        this.disk = disk;
    }

    /**
     * Writes {@code image}; a file that has the place is replaced. The file is durable when this returns.
     *
     * @throws CheckpointException when it cannot be written; the draft is gone, all else as it was
     */
    void write(Path target, CheckpointImage image) {
        Path draft = target.resolveSibling(PREFIX + target.getFileName() + SUFFIX);
        boolean whole = false;
        try {
            fill(draft, image);
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
            whole = true;
        } catch (IOException e) {
            throw CheckpointException.unwritable(target, e);
        } finally {
            if (!whole) {
                draft.toFile().delete(); // half a file helps nobody
            }
        }
        syncFolder(target.toAbsolutePath().getParent());
    }

    private void fill(Path draft, CheckpointImage image) throws IOException {
        List<Part> layout = image.layout();
        byte[] header = Header.encode(image.metadata(), layout);
        try (DraftFile file = disk.open(draft)) {
            hasher.restart(0, 0);
            hasher.bytes(header, 0, header.length);
            file.write(header, 0, header.length);
            data.begin(file);
            image.writeTo(data, layout);
            data.end();
            file.complete(Header.CHECKSUM_AT, hasher.hex().getBytes(StandardCharsets.US_ASCII));
        }
    }

    /**
     * Makes the rename durable, where the system allows: some cannot open a folder or sync it, and then the rename
     * becomes durable when the file system next writes by itself.
     */
    static void syncFolder(Path folder) {
        boolean interrupted = Thread.interrupted(); // an interrupt would close the channel
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // see above
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package io.htsrl.checkpoints;

import io.htsrl.checkpoints.Disk.DraftFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes files that are complete or absent, even if the process is killed or the power fails at any moment. A file is
 * written beside its place under another name, synced and renamed, and the folder is synced. Without the first sync a
 * power cut may leave the name and no content, without the second the content and the old name. Stateless, any thread;
 * one at a time for each file.
 */
public final class WholeFiles {
    /** Prefix and suffix of the names of drafts. */
    public static final String PREFIX = ".";

    public static final String SUFFIX = ".draft";

    private static final int COPIED = 1 << 16; // bytes at a time

    /** Writes a draft and {@linkplain DraftFile#complete completes} it. */
    @FunctionalInterface
    public interface Filling {
        void writeTo(DraftFile draft) throws IOException;
    }

    private WholeFiles() {}

    /**
     * Writes {@code target}, and replaces an existing file. It is durable when this returns.
     *
     * @throws IOException when it cannot be written; the draft is deleted, all else is unchanged
     */
    public static void write(Disk disk, Path target, Filling filling) throws IOException {
        Path draft = target.resolveSibling(PREFIX + target.getFileName() + SUFFIX);
        boolean whole = false;
        try {
            try (DraftFile file = disk.open(draft)) {
                filling.writeTo(file);
            }
            disk.rename(draft, target);
            whole = true;
        } finally {
            if (!whole) {
                discard(disk, draft);
            }
        }
        disk.syncFolder(target.toAbsolutePath().getParent());
    }

    /** Writes {@code text} in UTF-8, like {@link #write(Disk, Path, Filling)}. */
    public static void write(Disk disk, Path target, String text) throws IOException {
        write(disk, target, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes {@code bytes}, like {@link #write(Disk, Path, Filling)}. */
    public static void write(Disk disk, Path target, byte[] bytes) throws IOException {
        write(disk, target, draft -> {
            draft.write(bytes, 0, bytes.length);
            draft.complete(0, new byte[0]);
        });
    }

    /**
     * Makes {@code target} a hard link to {@code source}, which nobody changes any more, or where links are impossible
     * a copy of it. It is durable when this returns.
     *
     * @throws IOException when it cannot be written, or {@code target} exists; all else is unchanged
     */
    public static void copy(Disk disk, Path source, Path target) throws IOException {
        try {
            Files.createLink(target, source); // whole at once, and no draft: a later one would write into the source
            disk.syncFolder(target.toAbsolutePath().getParent());
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            write(disk, target, draft -> {
                try (InputStream in = Files.newInputStream(source)) {
                    for (byte[] next = in.readNBytes(COPIED); next.length > 0; next = in.readNBytes(COPIED)) {
                        draft.write(next, 0, next.length);
                    }
                }
                draft.complete(0, new byte[0]);
            });
        }
    }

    /**
     * Deletes an incomplete draft. A failure to delete it is not thrown, since the cause of the incomplete file matters
     * more.
     */
    private static void discard(Disk disk, Path draft) {
        try {
            disk.delete(draft);
        } catch (IOException e) {
            // see above
        }
    }
}

package io.htsrl.trainer.rundir;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of ASCII lines, buffered: a line costs well under a microsecond and allocates nothing. What is buffered goes
 * out when the buffer is full and otherwise about once a second, so that a file can be followed. One thread at a time.
 */
final class LineFile implements Closeable {
    private static final int CAPACITY = 1 << 16;
    private static final long FLUSH_NANOS = 1_000_000_000L;

    private final Path path;
    private final OutputStream out;
    private final byte[] buffer = new byte[CAPACITY];
    private int used;
    private long flushedAt = System.nanoTime();
    private boolean broken;

    /** @throws RunDirectoryException when the file cannot be opened */
    LineFile(Path path) {
        this(path, open(path));
    }

    LineFile(Path path, OutputStream out) {
        this.path = path;
        this.out = out;
    }

    private static OutputStream open(Path path) {
        try {
            return Files.newOutputStream(path);
        } catch (IOException e) {
            throw new RunDirectoryException(path, e);
        }
    }

    /**
     * Appends {@code line} and a line feed.
     *
     * @throws RunDirectoryException when the file cannot be written; later lines are then dropped
     */
    void write(CharSequence line) {
        for (int i = 0; i < line.length(); i++) {
            put((byte) line.charAt(i));
        }
        put((byte) '\n');
        if (System.nanoTime() - flushedAt > FLUSH_NANOS) {
            flush();
        }
    }

    private void put(byte b) {
        if (used == CAPACITY) {
            flush();
        }
        buffer[used++] = b;
    }

    void flush() {
        int length = used;
        used = 0; // also after a failure: what cannot be written must not be tried for ever
        flushedAt = System.nanoTime();
        if (broken || length == 0) {
            return;
        }
        try {
            out.write(buffer, 0, length);
        } catch (IOException e) {
            broken = true;
            throw new RunDirectoryException(path, e);
        }
    }

    @Override
    public void close() {
        try (out) {
            flush();
        } catch (IOException e) {
            if (!broken) {
                broken = true;
                throw new RunDirectoryException(path, e);
            }
        }
    }
}

package io.htsrl.trainer.rundir;

import io.htsrl.core.ConfigurationException;
import io.htsrl.core.Violations;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;

/**
 * A file of ASCII lines, buffered: a line costs well under a microsecond and allocates nothing. What is buffered goes
 * out when the buffer is full and otherwise about once a second, so that a file can be followed. One thread at a time.
 */
final class LineFile implements Closeable {
    private static final int CAPACITY = 1 << 16;
    private static final long FLUSH_NANOS = 1_000_000_000L;

    private final Path path;
    private final OutputStream out;
    private final FileChannel channel;
    private final byte[] buffer = new byte[CAPACITY];
    private long position;
    private int used;
    private long flushedAt = System.nanoTime();
    private boolean broken;

    private LineFile(Path path, FileChannel channel) {
        this(path, Channels.newOutputStream(channel), channel);
    }

    /** Writes to {@code out}; cannot be truncated. */
    LineFile(Path path, OutputStream out) {
        this(path, out, null);
    }

    private LineFile(Path path, OutputStream out, FileChannel channel) {
        this.path = path;
        this.out = out;
        this.channel = channel;
    }

    /** @throws RunDirectoryException when the file cannot be made */
    static LineFile create(Path path) {
        return open(path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /**
     * Goes on behind what an existing file holds.
     *
     * @throws RunDirectoryException when the file cannot be opened
     */
    static LineFile append(Path path) {
        LineFile file = open(path, StandardOpenOption.CREATE);
        file.goTo(file.size());
        return file;
    }

    private static LineFile open(Path path, StandardOpenOption... options) {
        try {
            Set<StandardOpenOption> all = EnumSet.of(StandardOpenOption.WRITE, options);
            return new LineFile(path, FileChannel.open(path, all));
        } catch (IOException e) {
            throw new RunDirectoryException(path, e);
        }
    }

    /**
     * Keeps other processes, and others in this one, from writing to the file until it is closed.
     *
     * @throws ConfigurationException when one does
     */
    LineFile lock() {
        try {
            if (channel.tryLock() != null) {
                return this;
            }
        } catch (OverlappingFileLockException e) {
            // held by another run of this process
        } catch (IOException e) {
            close();
            throw new RunDirectoryException(path, e);
        }
        close();
        throw new ConfigurationException(new Violations().add("run directory", path.getParent(),
                "must not be in use, and a run is writing to it", "wait for its end, or stop that process"));
    }

    private long size() {
        try {
            return channel.size();
        } catch (IOException e) {
            throw new RunDirectoryException(path, e);
        }
    }

    private void goTo(long newPosition) {
        try {
            channel.truncate(newPosition).position(newPosition);
            position = newPosition;
        } catch (IOException e) {
            throw new RunDirectoryException(path, e);
        }
    }

    /** Bytes in the file, what is buffered included. */
    long position() {
        return position + used;
    }

    /**
     * Drops what lies behind {@code length}.
     *
     * @throws IOException when the file is shorter
     */
    void truncate(long length) throws IOException {
        long size = size();
        if (size < length) {
            throw new IOException(path + " has " + size + " bytes, and had " + length + " at the checkpoint");
        }
        goTo(length);
    }

    /** Brings what was flushed onto the disk. Any thread. */
    void force() throws IOException {
        channel.force(false);
    }

    /**
     * Appends {@code line} and a line feed.
     *
     * @throws RunDirectoryException when the file cannot be written; later lines are then dropped
     */
    void write(CharSequence line) {
        if (used + line.length() >= CAPACITY) {
            flush(); // what reaches the file ends with a whole line
        }
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
            position += length;
        } catch (IOException e) {
            broken = true;
            cutHalfLine(length);
            throw new RunDirectoryException(path, e);
        }
    }

    /** After a write that stopped somewhere in the buffer: keeps the whole lines that made it. */
    private void cutHalfLine(int length) {
        if (channel == null) {
            return;
        }
        try {
            int written = (int) Math.max(0, Math.min(length, channel.size() - position));
            while (written > 0 && buffer[written - 1] != '\n') {
                written--;
            }
            channel.truncate(position + written);
        } catch (IOException e) {
            // the file is lost in any case; the first failure is the one to tell
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

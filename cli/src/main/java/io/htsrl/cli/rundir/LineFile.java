package io.htsrl.cli.rundir;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.storage.BitHasher;
import java.io.Closeable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;

/**
 * A buffered file of ASCII lines: a line costs well under a microsecond and allocates nothing. The buffer is flushed
 * when it is full and otherwise about once a second, so that a file can be followed. One thread at a time.
 */
public final class LineFile implements Closeable {
    private static final int CAPACITY = 1 << 16;
    private static final long FLUSH_NANOS = 1_000_000_000L;

    /**
     * Length and checksum of a file at some moment.
     *
     * @param length in bytes
     * @param checksum of these, see {@link RunningChecksum}
     */
    public record Mark(long length, String checksum) {
        /** Mark of an empty file. */
        public static final Mark NONE = new Mark(0, "");

        /**
         * Returns the present mark of {@code file}.
         *
         * @throws IOException also when it is no regular file
         */
        public static Mark of(Path file) throws IOException {
            RunningChecksum checksum = new RunningChecksum();
            byte[] chunk = new byte[CAPACITY];
            long length = 0;
            try (InputStream in = RunFiles.open(file)) {
                for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                    checksum.add(chunk, 0, count);
                    length += count;
                }
            }
            return new Mark(length, checksum.hex());
        }

        /** Returns the mark of a file with this text. */
        public static Mark of(String text) {
            RunningChecksum checksum = new RunningChecksum();
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            checksum.add(bytes, 0, bytes.length);
            return new Mark(bytes.length, checksum.hex());
        }

        /** Writes the mark for a checkpoint; {@link #read} reads it. */
        public void save(DataOutput out) throws IOException {
            out.writeLong(length);
            out.writeUTF(checksum);
        }

        /** Reads a mark that {@link #save} wrote. */
        public static Mark read(DataInput in) throws IOException {
            return new Mark(in.readLong(), in.readUTF());
        }
    }

    private final Path path;
    private final OutputStream out;
    private final FileChannel channel;
    private final byte[] buffer = new byte[CAPACITY];
    private final RunningChecksum checksum = new RunningChecksum(); // of the flushed bytes
    private Mark verified = Mark.NONE;
    private long position;
    private int used;
    private long flushedAt = System.nanoTime();
    private boolean broken;

    /** @param channel that {@code out} writes to; null for lines that cannot be read or truncated */
    LineFile(Path path, OutputStream out, FileChannel channel) {
        this.path = path;
        this.out = out;
        this.channel = channel;
    }

    /** @throws RunDirectoryException when the file cannot be made */
    public static LineFile create(Path path) {
        return open(path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /**
     * Opens an existing file and changes nothing in it; {@link #goBackTo} must precede new lines.
     *
     * @throws ConfigurationException when it does not exist, is a link to a file elsewhere, or is no regular file
     * @throws RunDirectoryException when it cannot be opened
     */
    public static LineFile existing(Path path) {
        try {
            if (Files.isSymbolicLink(path)) {
                throw new FileSystemException(path.toString(), null, "it is a link to another file");
            }
            RunFiles.checkRegular(path);
        } catch (IOException e) {
            throw RunFiles.unreadable(path, e);
        }
        try {
            return open(path);
        } catch (RunDirectoryException e) {
            throw e.getCause() instanceof NoSuchFileException missing ? RunFiles.unreadable(path, missing) : e;
        }
    }

    /** @throws RunDirectoryException when the file cannot be opened with these options */
    public static LineFile open(Path path, StandardOpenOption... options) {
        try {
            Set<StandardOpenOption> all = EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
            all.addAll(Set.of(options));
            FileChannel channel = FileChannel.open(path, all);
            return new LineFile(path, Channels.newOutputStream(channel), channel);
        } catch (IOException e) {
            throw new RunDirectoryException(path, e);
        }
    }

    /**
     * Keeps other processes, and other threads of this one, from writing to the file until it is closed. The lock is on
     * a byte behind any end of the file, since Windows lets nobody read locked bytes.
     *
     * @throws ConfigurationException when another one writes to it
     */
    public LineFile lock() {
        try {
            if (channel.tryLock(Long.MAX_VALUE - 1, 1, false) != null) {
                return this;
            }
        } catch (OverlappingFileLockException e) {
            // held by another run of this process
        } catch (IOException e) {
            close();
            throw new RunDirectoryException(path, e);
        }
        close();
        throw new ConfigurationException(
                "run directory",
                path.getParent(),
                "must not be in use, and a run is writing to it",
                "wait for its end, or stop that process");
    }

    /** Flushes the buffer, and returns the file's mark. */
    public Mark mark() {
        flush();
        return new Mark(position, checksum.hex());
    }

    /**
     * Reads the file as far as {@code mark} reaches, once for each mark.
     *
     * @throws IOException when it has changed, in words
     */
    public void verify(Mark mark) throws IOException {
        if (mark.equals(verified)) {
            return;
        }
        long size = channel.size();
        if (size < mark.length) {
            throw new IOException(path + " has " + size + " bytes, and had " + mark.length + " at the checkpoint");
        }
        checksum.restart();
        ByteBuffer chunk = ByteBuffer.wrap(buffer); // nothing is buffered yet
        for (long at = 0; at < mark.length; at += chunk.position()) {
            chunk.clear().limit((int) Math.min(CAPACITY, mark.length - at));
            if (channel.read(chunk, at) < 0) {
                throw new IOException(path + " ends after " + at + " bytes");
            }
            checksum.add(buffer, 0, chunk.position());
        }
        if (!checksum.hex().equals(mark.checksum)) {
            throw new IOException(path + " has other bytes among its first " + mark.length + " than at the checkpoint");
        }
        verified = mark;
    }

    /**
     * Drops the bytes behind {@code mark}, and continues there.
     *
     * @throws IOException when the file up to there has changed
     */
    public void goBackTo(Mark mark) throws IOException {
        verify(mark);
        channel.truncate(mark.length).position(mark.length);
        position = mark.length;
    }

    /** Writes flushed bytes to the disk. Any thread. */
    public void force() throws IOException {
        channel.force(false);
    }

    /**
     * Appends {@code line} and a line feed.
     *
     * @throws RunDirectoryException when the file cannot be written; later lines are then dropped
     */
    public void write(CharSequence line) {
        if (used + line.length() >= CAPACITY) {
            flush(); // flushed bytes end with a whole line
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

    /**
     * Flushes the buffer into the file, see {@link #force} for the disk.
     *
     * @throws RunDirectoryException when the file cannot be written; later lines are then dropped
     */
    public void flush() {
        int length = used;
        used = 0; // also after a failure: lines that cannot be written must not be tried for ever
        flushedAt = System.nanoTime();
        if (broken || length == 0) {
            return;
        }
        try {
            out.write(buffer, 0, length);
            position += length;
            checksum.add(buffer, 0, length);
        } catch (IOException e) {
            broken = true;
            cutHalfLine(length);
            throw new RunDirectoryException(path, e);
        }
    }

    /** Keeps the whole lines after a write that stopped somewhere in the buffer. */
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
            // the file is lost in any case; the first failure is the one to report
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

    /**
     * XXH3-128 of all bytes so far, however they are split into pieces. It is updated while a file is written, so that
     * the file need not be read again. Allocates nothing per piece. One thread.
     */
    private static final class RunningChecksum {
        private final BitHasher hasher = new BitHasher();
        private final byte[] block = new byte[1 << 12]; // only whole blocks are hashed, so the split does not matter
        private int used;

        RunningChecksum() {
            restart();
        }

        /** Resets to the checksum of no bytes. */
        void restart() {
            hasher.restart(0, 0);
            used = 0;
        }

        void add(byte[] bytes, int offset, int length) {
            for (int done = 0; done < length; ) {
                int count = Math.min(length - done, block.length - used);
                System.arraycopy(bytes, offset + done, block, used, count);
                used += count;
                done += count;
                if (used == block.length) {
                    hasher.bytes(block, 0, used);
                    used = 0;
                }
            }
        }

        /** Returns the checksum as 32 hexadecimal digits; more bytes may be added. */
        String hex() {
            long low = hasher.low();
            long high = hasher.high();
            hasher.bytes(block, 0, used);
            String hex = hasher.hex();
            hasher.restart(low, high);
            return hex;
        }
    }
}

package io.htsrl.monitor.live.model;

import io.htsrl.cli.rundir.RecordedLines;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reads the complete lines that are added to a file. A truncated file ({@code hts resume} restores a checkpoint) is
 * read again from its beginning. A damaged line ends the reading until the file is truncated or repaired. The file is
 * open only during a call. One thread.
 */
final class LineTail {
    private static final int CHUNK = 1 << 18;
    private static final int REMEMBERED = 64;

    private final Path path;
    private final Predicate<String> lines;
    private final Runnable restart;
    private byte[] buffer = new byte[CHUNK];
    private long position;
    private long number; // of lines before the position
    private byte[] before = new byte[0]; // the last bytes that were read, which a truncated file lacks

    /**
     * Creates a reader that starts at the beginning of the file.
     *
     * @param lines receives each line without its line feed; returns false for a damaged one
     * @param restart called when the file is read again, so that earlier lines no longer count
     */
    LineTail(Path path, Predicate<String> lines, Runnable restart) {
        this.path = path;
        this.lines = lines;
        this.restart = restart;
    }

    /**
     * Reads the lines that were added since the last call.
     *
     * @param budget approximate maximum number of bytes to read
     * @return whether there may be more
     * @throws ConfigurationException at a damaged line, and when the file is not a regular one
     */
    boolean poll(long budget) throws IOException {
        checkRegular(path);
        if (!Files.exists(path)) {
            return false;
        }
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            if (position > 0 && wasCut(file)) {
                position = 0;
                number = 0;
                before = new byte[0];
                restart.run();
            }
            long end = Math.min(file.size(), position + budget);
            while (position < end) {
                if (!readLines(file)) {
                    return false;
                }
            }
            return position < file.size();
        }
    }

    /** @throws ConfigurationException when {@code path} exists and is not a regular file: reading it might never end */
    static void checkRegular(Path path) {
        try {
            RunFiles.checkRegular(path);
        } catch (IOException e) {
            throw RunFiles.unreadable(path, e);
        }
    }

    /** Compares bytes, since a truncated file may have grown again, with other times in its lines. */
    private boolean wasCut(FileChannel file) throws IOException {
        if (file.size() < position) {
            return true;
        }
        ByteBuffer there = ByteBuffer.allocate(before.length);
        fill(file, there, position - before.length);
        return !Arrays.equals(there.array(), before);
    }

    /** Reads the complete lines of one chunk; returns false where none exists. */
    private boolean readLines(FileChannel file) throws IOException {
        ByteBuffer chunk = ByteBuffer.wrap(buffer);
        int length = fill(file, chunk, position);
        int lineStart = 0;
        boolean whole = true;
        for (int i = 0; whole && i < length; i++) {
            if (buffer[i] == '\n') {
                whole = lines.test(text(buffer, lineStart, i));
                if (whole) {
                    lineStart = i + 1;
                    number++;
                }
            }
        }
        if (whole && lineStart == 0 && length == buffer.length) {
            require(length < RecordedLines.LONGEST, "is longer than " + RecordedLines.LONGEST + " bytes");
            buffer = new byte[2 * buffer.length]; // a line that is longer than the chunk
            return true;
        }
        if (lineStart > 0) {
            before = Arrays.copyOfRange(buffer, Math.max(0, lineStart - REMEMBERED), lineStart);
        }
        position += lineStart;
        require(whole, "is damaged");
        return lineStart > 0;
    }

    /** @param what end of a sentence that begins with "line N", about the first line that was not read */
    private void require(boolean holds, String what) {
        if (!holds) {
            throw RunFiles.refused(
                    path, "must hold what 'hts train' wrote, and line " + (number + 1) + " " + what, RunFiles.COPY);
        }
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    /** Fills {@code bytes} from position {@code at} of the file; returns the number of bytes read. */
    static int fill(FileChannel file, ByteBuffer bytes, long at) throws IOException {
        int start = bytes.position();
        while (bytes.hasRemaining()) {
            int read = file.read(bytes, at + bytes.position() - start);
            if (read < 0) {
                break;
            }
        }
        return bytes.position() - start;
    }

    /**
     * Reads a sample of a long file's lines at equal distances, including the first and the last one. It is shown until
     * the whole file has been read. A sample of a thousand lines costs a thousand small reads, whatever the length.
     * Stateless, any thread.
     */
    static final class LineSample {
        private static final int WINDOW = 1 << 13;

        private LineSample() {}

        /** Passes about {@code lines} lines to {@code sink}, in the order of the file. */
        static void read(Path path, int lines, Consumer<String> sink) throws IOException {
            try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
                long size = file.size();
                byte[] bytes = new byte[WINDOW];
                long end = 0; // end of the last line that was passed
                for (int i = 0; i <= lines; i++) {
                    long at = i == lines ? Math.max(0, size - WINDOW) : size / lines * i;
                    if (at < end) {
                        continue;
                    }
                    int length = LineTail.fill(file, ByteBuffer.wrap(bytes), at);
                    int from = at == 0 ? 0 : next(bytes, 0, length) + 1;
                    int to = next(bytes, from, length);
                    if (i == lines) { // the last complete line
                        for (int then = next(bytes, to + 1, length);
                                then < length;
                                then = next(bytes, to + 1, length)) {
                            from = to + 1;
                            to = then;
                        }
                    }
                    if (to < length) {
                        sink.accept(text(bytes, from, to));
                        end = at + to + 1;
                    }
                }
            }
        }

        /** Returns the index of the next line feed; {@code length} without one. */
        private static int next(byte[] bytes, int from, int length) {
            int i = from;
            while (i < length && bytes[i] != '\n') {
                i++;
            }
            return Math.min(i, length);
        }
    }
}

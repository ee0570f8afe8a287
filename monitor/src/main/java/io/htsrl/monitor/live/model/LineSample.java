package io.htsrl.monitor.live.model;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Lines of a long file at even distances, the first and the last among them: what is shown of it until it has been read.
 * A sample of a thousand costs as many small reads, however long the file is. Stateless, any thread.
 */
final class LineSample {
    private static final int WINDOW = 1 << 13;

    private LineSample() {}

    /**
     * Tells {@code sink} of about {@code lines} lines, in the order of the file.
     *
     * @return the file's length at that moment
     */
    static long read(Path path, int lines, LineTail.Sink sink) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = file.size();
            byte[] bytes = new byte[WINDOW];
            long end = 0; // of the last line told
            for (int i = 0; i <= lines; i++) {
                long at = i == lines ? Math.max(0, size - WINDOW) : size / lines * i;
                if (at < end) {
                    continue;
                }
                int length = LineTail.fill(file, ByteBuffer.wrap(bytes), at);
                int from = at == 0 ? 0 : next(bytes, 0, length) + 1;
                int to = next(bytes, from, length);
                if (i == lines) { // its last whole line
                    for (int then = next(bytes, to + 1, length); then < length; then = next(bytes, to + 1, length)) {
                        from = to + 1;
                        to = then;
                    }
                }
                if (to < length) {
                    sink.line(bytes, from, to);
                    end = at + to + 1;
                }
            }
            return size;
        }
    }

    /** Where the next line feed is; {@code length} without one. */
    private static int next(byte[] bytes, int from, int length) {
        int i = from;
        while (i < length && bytes[i] != '\n') {
            i++;
        }
        return Math.min(i, length);
    }
}

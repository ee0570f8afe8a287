package io.htsrl.monitor.tensorboard;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.terminal.Numbers;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Appends records to a TensorBoard file: length, its checksum, an event, its checksum. {@link #flush} writes buffered
 * records. A killed process leaves complete records and possibly an incomplete one, at which readers stop. One thread.
 */
final class EventFile implements Closeable {
    static final String PREFIX = "events.out.tfevents.";

    /** Format of the second that follows the prefix. Files without one, or with one after 2255, are ignored. */
    private static final Pattern SECOND = Pattern.compile("[0-8]\\d{9}");

    private static final int BUFFER = 1 << 16;
    private static final int MASK = 0xa282ead8;
    private static final int TURN = 15;
    private static final int HEAD = Long.BYTES + Integer.BYTES;

    private final Path path;
    private final OutputStream out;
    private final ByteBuffer head = ByteBuffer.allocate(HEAD).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer tail = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private EventFile(Path path) throws IOException {
        this.path = path;
        this.out = new BufferedOutputStream(Files.newOutputStream(path, StandardOpenOption.CREATE_NEW), BUFFER);
    }

    /** Creates a file in {@code folder}, and the folder; readers read it after all existing files. */
    static EventFile create(Path folder) throws IOException {
        return new EventFile(next(folder));
    }

    /** Creates a file in {@code folder} that readers ignore. It is to be moved to {@link #next} when it is complete. */
    static EventFile draft(Path folder) throws IOException {
        return new EventFile(folder.resolve(Numbers.text(".tensorboard-%x.draft", System.nanoTime())));
    }

    /** Returns the path of the file that {@link #create} makes. */
    static Path next(Path folder) throws IOException {
        Files.createDirectories(folder);
        long second = System.currentTimeMillis() / 1000;
        for (Path file : all(folder)) {
            Matcher there = SECOND.matcher(file.getFileName().toString().substring(PREFIX.length()));
            if (there.lookingAt()) { // for example, after a resume within the same second
                second = Math.max(second, 1 + Long.parseLong(there.group()));
            }
        }
        return folder.resolve(Numbers.text(
                "%s%010d.hts-rl.%d.0", PREFIX, second, ProcessHandle.current().pid()));
    }

    /**
     * Returns the event files of {@code folder} in the order in which they are read; none where the folder does not
     * exist.
     */
    static List<Path> all(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .sorted()
                    .toList();
        }
    }

    Path path() {
        return path;
    }

    void add(byte[] event) throws IOException {
        add(event, event.length);
    }

    /** Adds the first {@code length} bytes of {@code event}. */
    void add(byte[] event, int length) throws IOException {
        head.clear().putLong(length);
        head.putInt(checksum(head.array(), 0, Long.BYTES));
        tail.clear().putInt(checksum(event, 0, length));
        out.write(head.array());
        out.write(event, 0, length);
        out.write(tail.array());
    }

    void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Returns the masked CRC-32C of records. The mask avoids checksums of data that contain checksums. */
    static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return Integer.rotateRight((int) crc.getValue(), TURN) + MASK;
    }

    /** Reads the complete records of event files. One thread. */
    static final class Reader {
        private static final int MOST_BYTES = 1 << 28;

        private Reader() {}

        /** Returns the steps at which {@code folder} has a value of {@code tag}. */
        static Set<Long> steps(Path folder, String tag) throws IOException {
            Set<Long> steps = new HashSet<>();
            for (Path file : EventFile.all(folder)) {
                try (InputStream in = new BufferedInputStream(RunFiles.open(file))) {
                    DataInputStream data = new DataInputStream(in);
                    for (byte[] bytes = next(data); bytes != null; bytes = next(data)) {
                        UnknownFieldSet event = UnknownFieldSet.parseFrom(bytes);
                        if (hasTag(event, tag)) {
                            steps.addAll(event.getField(Events.STEP).getVarintList());
                        }
                    }
                }
            }
            return steps;
        }

        /** Returns the next event; null at the end of the file, or at an incomplete record. */
        private static byte[] next(DataInputStream in) throws IOException {
            byte[] head = in.readNBytes(Long.BYTES + Integer.BYTES);
            if (head.length < Long.BYTES + Integer.BYTES) {
                return null;
            }
            ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
            long length = fields.getLong();
            if (length < 0 || length > MOST_BYTES || fields.getInt() != EventFile.checksum(head, 0, Long.BYTES)) {
                return null;
            }
            byte[] event = in.readNBytes((int) length);
            byte[] tail = in.readNBytes(Integer.BYTES);
            boolean whole = event.length == length
                    && tail.length == Integer.BYTES
                    && ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt()
                            == EventFile.checksum(event, 0, event.length);
            return whole ? event : null;
        }

        private static boolean hasTag(UnknownFieldSet event, String tag) throws IOException {
            for (ByteString summary : event.getField(Events.SUMMARY).getLengthDelimitedList()) {
                for (ByteString value : UnknownFieldSet.parseFrom(summary)
                        .getField(Events.VALUE)
                        .getLengthDelimitedList()) {
                    if (UnknownFieldSet.parseFrom(value)
                            .getField(Events.TAG)
                            .getLengthDelimitedList()
                            .contains(ByteString.copyFromUtf8(tag))) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}

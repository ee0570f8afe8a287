package io.htsrl.monitor.tensorboard;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.htsrl.cli.rundir.files.RunFiles;
import io.htsrl.monitor.tensorboard.EventFile.Checksum;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Reads event files as far as they are whole. One thread. */
final class EventRecords {
    private static final int MOST_BYTES = 1 << 28;

    private EventRecords() {}

    /** The steps at which {@code folder} has a value of {@code tag}. */
    static Set<Long> steps(Path folder, String tag) throws IOException {
        Set<Long> steps = new HashSet<>();
        for (Path file : EventFile.all(folder)) {
            try (InputStream in = new BufferedInputStream(RunFiles.open(file))) {
                DataInputStream data = new DataInputStream(in);
                for (byte[] event = next(data); event != null; event = next(data)) {
                    add(event, tag, steps);
                }
            }
        }
        return steps;
    }

    /** The next event; null at the end of the file, or of what is whole of it. */
    private static byte[] next(DataInputStream in) throws IOException {
        byte[] head = in.readNBytes(Long.BYTES + Integer.BYTES);
        if (head.length < Long.BYTES + Integer.BYTES) {
            return null;
        }
        ByteBuffer fields = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        long length = fields.getLong();
        Checksum checksum = new Checksum();
        if (length < 0 || length > MOST_BYTES || fields.getInt() != checksum.of(head, 0, Long.BYTES)) {
            return null;
        }
        byte[] event = in.readNBytes((int) length);
        byte[] tail = in.readNBytes(Integer.BYTES);
        boolean whole = event.length == length
                && tail.length == Integer.BYTES
                && ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt() == checksum.of(event, 0, event.length);
        return whole ? event : null;
    }

    private static void add(byte[] event, String tag, Set<Long> steps) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(event);
        long step = 0;
        boolean has = false;
        for (int field = in.readTag(); field != 0; field = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(field)) {
                case Events.STEP -> step = in.readInt64();
                case Events.SUMMARY -> has = hasTag(in.readByteArray(), tag);
                default -> in.skipField(field);
            }
        }
        if (has) {
            steps.add(step);
        }
    }

    private static boolean hasTag(byte[] summary, String tag) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(summary);
        boolean has = false;
        for (int field = in.readTag(); field != 0; field = in.readTag()) {
            CodedInputStream value = CodedInputStream.newInstance(in.readByteArray());
            for (int inner = value.readTag(); inner != 0; inner = value.readTag()) {
                if (WireFormat.getTagFieldNumber(inner) == Events.TAG) {
                    has |= value.readString().equals(tag);
                } else {
                    value.skipField(inner);
                }
            }
        }
        return has;
    }
}

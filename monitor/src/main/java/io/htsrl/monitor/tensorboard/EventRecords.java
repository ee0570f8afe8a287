package io.htsrl.monitor.tensorboard;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.htsrl.cli.rundir.RunFiles;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Reads the complete records of event files. One thread. */
final class EventRecords {
    private static final int MOST_BYTES = 1 << 28;

    private EventRecords() {}

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
            for (ByteString value :
                    UnknownFieldSet.parseFrom(summary).getField(Events.VALUE).getLengthDelimitedList()) {
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

package io.htsrl.monitor.tensorboard;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Encodes events of several scalars into a reused buffer: an episode's event takes a tenth of a microsecond, since
 * there may be many. NaNs and infinities are omitted. One thread.
 */
final class ScalarEvent {
    private static final int HEAD = 64;
    private static final int OF_A_VALUE = 32; // bytes of a value beside its tag

    private final Map<String, byte[]> tags = new HashMap<>();
    private byte[] values = new byte[1024];
    private byte[] event = new byte[1024];
    private int used;

    /** Removes all values. */
    ScalarEvent begin() {
        used = 0;
        return this;
    }

    ScalarEvent add(String tag, double value) throws IOException {
        float single = (float) value;
        if (!Float.isFinite(single)) {
            return this;
        }
        byte[] name = tags.computeIfAbsent(tag, text -> text.getBytes(StandardCharsets.UTF_8));
        if (used + name.length + OF_A_VALUE > values.length) {
            values = Arrays.copyOf(values, 2 * values.length + name.length + OF_A_VALUE);
        }
        int size = CodedOutputStream.computeByteArraySize(Events.TAG, name)
                + CodedOutputStream.computeFloatSize(Events.SIMPLE_VALUE, single);
        CodedOutputStream out = CodedOutputStream.newInstance(values, used, values.length - used);
        out.writeTag(Events.VALUE, 2);
        out.writeUInt32NoTag(size);
        out.writeByteArray(Events.TAG, name);
        out.writeFloat(Events.SIMPLE_VALUE, single);
        used = out.getTotalBytesWritten() + used;
        return this;
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** Adds the event to {@code file}, unless there is no value. */
    void write(EventFile file, double wallTime, long step) throws IOException {
        if (isEmpty()) {
            return;
        }
        if (event.length < used + HEAD) {
            event = new byte[2 * used + HEAD];
        }
        CodedOutputStream out = CodedOutputStream.newInstance(event);
        out.writeDouble(Events.WALL_TIME, wallTime);
        out.writeInt64(Events.STEP, step);
        out.writeByteArray(Events.SUMMARY, values, 0, used);
        file.add(event, out.getTotalBytesWritten());
    }
}

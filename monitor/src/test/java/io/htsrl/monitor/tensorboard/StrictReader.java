package io.htsrl.monitor.tensorboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** Reads event files and forgives nothing: no checksum, no field that it does not know, no byte too many. */
final class StrictReader {

    /** A value of a scalar. */
    record Point(long step, float value) {}

    /** One event; {@code others} are the bytes of values that are no scalars, by tag. */
    record Event(
            double wallTime,
            long step,
            String version,
            boolean restart,
            Map<String, Float> scalars,
            Map<String, byte[]> others) {}

    private StrictReader() {}

    /** The events of one file, in their order. */
    static List<Event> events(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        List<Event> events = new ArrayList<>();
        while (bytes.hasRemaining()) {
            int at = bytes.position();
            long length = bytes.getLong();
            assertEquals(masked(bytes.array(), at, Long.BYTES), bytes.getInt(), "checksum of the length at " + at);
            byte[] event = new byte[Math.toIntExact(length)];
            bytes.get(event);
            assertEquals(masked(event, 0, event.length), bytes.getInt(), "checksum of the event at " + at);
            events.add(event(event));
        }
        assertEquals("brain.Event:2", events.get(0).version());
        return events;
    }

    /** As TFRecord's page has it, digit for digit. */
    static int masked(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        long value = crc.getValue();
        return (int) (((value >>> 15 | value << 17) & 0xffffffffL) + 0xa282ead8L);
    }

    /** All scalars of a folder by tag, without what a later file voids. */
    static Map<String, List<Point>> scalars(Path folder) throws IOException {
        Map<String, List<Point>> points = new TreeMap<>();
        for (Path file : EventFile.all(folder)) {
            for (Event event : events(file)) {
                if (event.restart()) {
                    points.values().forEach(list -> list.removeIf(point -> point.step() >= event.step()));
                }
                event.scalars()
                        .forEach((tag, value) -> points.computeIfAbsent(tag, t -> new ArrayList<>())
                                .add(new Point(event.step(), value)));
            }
        }
        return points;
    }

    private static Event event(byte[] bytes) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        double wallTime = 0;
        long step = 0;
        String version = "";
        boolean restart = false;
        Map<String, Float> scalars = new LinkedHashMap<>();
        Map<String, byte[]> others = new LinkedHashMap<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> wallTime = in.readDouble();
                case 2 -> step = in.readInt64();
                case 3 -> version = in.readString();
                case 5 -> summary(in.readByteArray(), scalars, others);
                case 7 -> restart = List.of((byte) 8, (byte) 1).equals(list(in.readByteArray()));
                default -> throw new AssertionError("a field " + WireFormat.getTagFieldNumber(tag) + " of an event");
            }
        }
        assertTrue(wallTime > 1.5e9, "a time of " + wallTime);
        return new Event(wallTime, step, version, restart, scalars, others);
    }

    private static List<Byte> list(byte[] bytes) {
        List<Byte> list = new ArrayList<>();
        for (byte b : bytes) {
            list.add(b);
        }
        return list;
    }

    private static void summary(byte[] bytes, Map<String, Float> scalars, Map<String, byte[]> others)
            throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            assertEquals(1, WireFormat.getTagFieldNumber(tag));
            value(in.readByteArray(), scalars, others);
        }
    }

    private static void value(byte[] bytes, Map<String, Float> scalars, Map<String, byte[]> others) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(bytes);
        String name = "";
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case 1 -> name = in.readString();
                case 2 -> assertEquals(null, scalars.put(name, in.readFloat()), name);
                case 4, 5, 8 -> assertEquals(null, others.put(name, in.readByteArray()), name);
                case 9 -> in.readByteArray();
                default -> throw new AssertionError("a field " + WireFormat.getTagFieldNumber(tag) + " of a value");
            }
        }
    }
}

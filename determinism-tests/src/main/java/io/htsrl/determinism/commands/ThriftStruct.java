package io.htsrl.determinism.commands;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Bytes of structs in Thrift's compact protocol. Stateless, any thread. */
final class ThriftStruct {
    private static final int LIST = 9;
    private static final int LONG_LIST = 15;

    private ThriftStruct() {}

    /**
     * Returns a struct.
     *
     * @param fields values of the fields 1, 2, ...: an Integer, a Long, a String, a struct's bytes, or a List of one
     *               kind of these; null for a field that is left out
     */
    static byte[] of(Object... fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int last = -1;
        for (int i = 0; i < fields.length; i++) {
            if (fields[i] != null) {
                out.write(i - last << 4 | type(fields[i]));
                put(fields[i], out);
                last = i;
            }
        }
        out.write(0);
        return out.toByteArray();
    }

    private static int type(Object value) {
        return value instanceof List
                ? LIST
                : value instanceof Integer ? 5 : value instanceof Long ? 6 : value instanceof String ? 8 : 12;
    }

    private static void put(Object value, ByteArrayOutputStream out) {
        if (value instanceof List<?> list) {
            out.write(Math.min(list.size(), LONG_LIST) << 4 | type(list.get(0)));
            if (list.size() >= LONG_LIST) {
                varint(list.size(), out);
            }
            list.forEach(element -> put(element, out));
        } else if (value instanceof Number number) {
            varint(number.longValue() << 1 ^ number.longValue() >> 63, out);
        } else if (value instanceof String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            varint(bytes.length, out);
            out.writeBytes(bytes);
        } else {
            out.writeBytes((byte[]) value);
        }
    }

    /** Writes seven bits at a time, the lowest first. */
    static void varint(long value, ByteArrayOutputStream out) {
        long left = value;
        while (left >>> 7 != 0) {
            out.write((int) left & 0x7f | 0x80);
            left >>>= 7;
        }
        out.write((int) left);
    }
}

package io.htsrl.determinism.commands;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A struct of Thrift's compact protocol, of fields in rising order of their identifiers, up to 15 apart. One thread.
 */
final class ThriftStruct {
    private static final int I32 = 5;
    private static final int I64 = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int LONG_LIST = 15;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int last;

    ThriftStruct number(int field, int value) {
        begin(field, I32);
        zigzag(value);
        return this;
    }

    ThriftStruct wide(int field, long value) {
        begin(field, I64);
        zigzag(value);
        return this;
    }

    ThriftStruct text(int field, String text) {
        begin(field, BINARY);
        put(text);
        return this;
    }

    ThriftStruct struct(int field, ThriftStruct struct) {
        begin(field, STRUCT);
        out.writeBytes(struct.bytes());
        return this;
    }

    ThriftStruct structs(int field, List<ThriftStruct> structs) {
        list(field, STRUCT, structs.size());
        structs.forEach(struct -> out.writeBytes(struct.bytes()));
        return this;
    }

    ThriftStruct numbers(int field, int... values) {
        list(field, I32, values.length);
        for (int value : values) {
            zigzag(value);
        }
        return this;
    }

    ThriftStruct texts(int field, String... texts) {
        list(field, BINARY, texts.length);
        for (String text : texts) {
            put(text);
        }
        return this;
    }

    /** Returns the struct so far, with its end. */
    byte[] bytes() {
        ByteArrayOutputStream ended = new ByteArrayOutputStream();
        ended.writeBytes(out.toByteArray());
        ended.write(0);
        return ended.toByteArray();
    }

    private void begin(int field, int type) {
        out.write(field - last << 4 | type);
        last = field;
    }

    private void list(int field, int type, int size) {
        begin(field, LIST);
        out.write(Math.min(size, LONG_LIST) << 4 | type);
        if (size >= LONG_LIST) {
            varint(out, size);
        }
    }

    private void put(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        varint(out, bytes.length);
        out.writeBytes(bytes);
    }

    private void zigzag(long value) {
        varint(out, value << 1 ^ value >> 63);
    }

    /** Writes seven bits at a time, the lowest first. */
    static void varint(ByteArrayOutputStream to, long value) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            to.write((int) (left & 0x7f | 0x80));
            left >>>= 7;
        }
        to.write((int) left);
    }
}

package io.htsrl.determinism.commands;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Bytes of an Apache Parquet file: rows of numbers, texts, nulls and lists of floats, in one group, without
 * compression. A list is a repeated column, all others are optional. One thread.
 *
 * <p>Source: {@code parquet.thrift} and Encodings.md of the Parquet format, whose numbers stand here.
 */
final class ParquetFile {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int INT32 = 1;
    private static final int FLOAT = 4;
    private static final int DOUBLE = 5;
    private static final int TEXT = 6;
    private static final int OPTIONAL = 1;
    private static final int REPEATED = 2;
    private static final int PLAIN = 0;
    private static final int RLE = 3;

    private final List<Map<String, Object>> rows;
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final List<byte[]> schema = new ArrayList<>();
    private final List<byte[]> chunks = new ArrayList<>();

    private ParquetFile(List<Map<String, Object>> rows) {
        this.rows = rows;
    }

    /**
     * Returns the file.
     *
     * @param rows at least one, all with the columns of the first
     * @param about value of the file's property {@code hts}
     */
    static byte[] of(List<Map<String, Object>> rows, String about) {
        return new ParquetFile(rows).bytes(about);
    }

    private byte[] bytes(String about) {
        file.writeBytes(MAGIC);
        schema.add(ThriftStruct.of(null, null, null, "steps", rows.get(0).size()));
        rows.get(0).keySet().forEach(this::write);
        long count = rows.size();
        byte[] group = ThriftStruct.of(chunks, (long) file.size() - MAGIC.length, count);
        byte[] property = ThriftStruct.of("hts", about);
        byte[] footer = ThriftStruct.of(1, schema, count, List.of(group), List.of(property), "hts-rl");
        file.writeBytes(footer);
        file.writeBytes(littleEndian(footer.length, Integer.BYTES));
        file.writeBytes(MAGIC);
        return file.toByteArray();
    }

    /** Writes a column's page, and adds its parts of the footer. */
    private void write(String name) {
        List<Object> cells = rows.stream().map(row -> row.get(name)).toList();
        Object some = cells.stream().filter(Objects::nonNull).findFirst().orElse(0.0);
        int type = some instanceof float[]
                ? FLOAT
                : some instanceof Integer ? INT32 : some instanceof Number ? DOUBLE : TEXT;
        Integer utf8 = type == TEXT ? 0 : null;
        schema.add(ThriftStruct.of(type, null, type == FLOAT ? REPEATED : OPTIONAL, name, null, utf8));
        Page page = new Page(type == FLOAT);
        cells.forEach(page::add);
        byte[] content = page.bytes();
        byte[] header = ThriftStruct.of(page.levels, PLAIN, RLE, RLE);
        long at = file.size();
        file.writeBytes(ThriftStruct.of(0, content.length, content.length, null, header));
        file.writeBytes(content);
        long size = file.size() - at;
        List<Integer> encodings = List.of(PLAIN, RLE);
        long values = page.levels;
        byte[] chunk = ThriftStruct.of(type, encodings, List.of(name), 0, values, size, size, null, at);
        chunks.add(ThriftStruct.of(null, at, chunk));
    }

    private static byte[] littleEndian(long value, int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = (byte) (value >> 8 * i);
        }
        return bytes;
    }

    /** Values of a column with their levels: whether each is there, and whether it continues a list. */
    private static final class Page {
        private final boolean lists;
        private final BitSet continued = new BitSet();
        private final BitSet there = new BitSet();
        private final ByteArrayOutputStream values = new ByteArrayOutputStream();
        private int levels;

        Page(boolean lists) {
            this.lists = lists;
        }

        void add(Object value) {
            if (!(value instanceof float[] numbers)) {
                there.set(levels++, value != null);
                write(value);
                return;
            }
            there.set(levels, levels + numbers.length);
            continued.set(levels + 1, Math.max(levels + 1, levels + numbers.length));
            levels += Math.max(1, numbers.length); // an empty list takes a level too
            for (float number : numbers) {
                values.writeBytes(littleEndian(Float.floatToRawIntBits(number), Float.BYTES));
            }
        }

        private void write(Object value) {
            if (value instanceof Integer number) {
                values.writeBytes(littleEndian(number, Integer.BYTES));
            } else if (value instanceof Number number) {
                values.writeBytes(littleEndian(Double.doubleToRawLongBits(number.doubleValue()), Double.BYTES));
            } else if (value != null) {
                byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
                values.writeBytes(littleEndian(text.length, Integer.BYTES));
                values.writeBytes(text);
            }
        }

        byte[] bytes() {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            if (lists) {
                all.writeBytes(packed(continued));
            }
            all.writeBytes(packed(there));
            all.writeBytes(values.toByteArray());
            return all.toByteArray();
        }

        /** Returns levels as one run of packed bits, behind its length. */
        private byte[] packed(BitSet bits) {
            int bytes = (levels + 7) / 8;
            ByteArrayOutputStream run = new ByteArrayOutputStream();
            ThriftStruct.varint((long) bytes << 1 | 1, run);
            run.writeBytes(Arrays.copyOf(bits.toByteArray(), bytes));
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(littleEndian(run.size(), Integer.BYTES));
            all.writeBytes(run.toByteArray());
            return all.toByteArray();
        }
    }

    /** Bytes of structs in Thrift's compact protocol. Stateless, any thread. */
    private static final class ThriftStruct {
        private static final int LIST = 9;
        private static final int LONG_LIST = 15;

        private ThriftStruct() {}

        /**
         * Returns a struct.
         *
         * @param fields values of the fields 1, 2, ...: an Integer, a Long, a String, a struct's bytes, or a List of
         *     one kind of these; null for a field that is left out
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
}

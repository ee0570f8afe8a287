package io.htsrl.determinism.commands;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Bytes of an Apache Parquet file of rows: numbers, texts, nulls, and lists of floats; plain values without
 * compression, a group for every thousand rows. Columns are optional, lists are repeated floats. Stateless, any thread.
 *
 * <p>Source: the Parquet format 2.x ({@code parquet.thrift}, Encodings.md), Thrift's compact protocol.
 */
final class ParquetFile {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int GROUP = 1000; // rows
    private static final int OPTIONAL = 1;
    private static final int REPEATED = 2;
    private static final int PLAIN = 0;
    private static final int RLE = 3;
    private static final int UTF8 = 0;

    /** Physical types, by their numbers in the format; FLOATS is FLOAT, repeated. */
    private enum Type {
        INT32(1),
        FLOAT(4),
        DOUBLE(5),
        TEXT(6),
        FLOATS(4);

        private final int number;

        Type(int number) {
            this.number = number;
        }

        static Type of(Object value) {
            return value instanceof float[]
                    ? FLOATS
                    : value instanceof Integer
                            ? INT32
                            : value instanceof Float ? FLOAT : value instanceof Double || value == null ? DOUBLE : TEXT;
        }
    }

    private record Column(String name, Type type) {}

    private final List<Map<String, Object>> rows;
    private final List<Column> columns;
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    private ParquetFile(List<Map<String, Object>> rows) {
        this.rows = rows;
        this.columns = rows.get(0).keySet().stream()
                .map(name -> new Column(name, Type.of(some(name))))
                .toList();
    }

    /**
     * Returns the file.
     *
     * @param rows  at least one, all with the columns of the first
     * @param about value of the file's property {@code hts}
     */
    static byte[] of(List<Map<String, Object>> rows, String about) {
        return new ParquetFile(rows).bytes(about);
    }

    private Object some(String name) {
        return rows.stream()
                .map(row -> row.get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private byte[] bytes(String about) {
        file.writeBytes(MAGIC);
        ThriftStruct footer = new ThriftStruct().number(1, 1).structs(2, schema()).wide(3, rows.size());
        List<ThriftStruct> groups = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += GROUP) {
            groups.add(group(rows.subList(from, Math.min(rows.size(), from + GROUP))));
        }
        ThriftStruct property = new ThriftStruct().text(1, "hts").text(2, about);
        byte[] end = footer.structs(4, groups)
                .structs(5, List.of(property))
                .text(6, "hts-rl")
                .bytes();
        file.writeBytes(end);
        file.writeBytes(littleEndian(4).putInt(end.length).array());
        file.writeBytes(MAGIC);
        return file.toByteArray();
    }

    private List<ThriftStruct> schema() {
        List<ThriftStruct> schema = new ArrayList<>();
        schema.add(new ThriftStruct().text(4, "steps").number(5, columns.size()));
        for (Column column : columns) {
            int repetition = column.type == Type.FLOATS ? REPEATED : OPTIONAL;
            ThriftStruct element = new ThriftStruct()
                    .number(1, column.type.number)
                    .number(3, repetition)
                    .text(4, column.name);
            schema.add(column.type == Type.TEXT ? element.number(6, UTF8) : element);
        }
        return schema;
    }

    /** Writes the pages of some rows, and returns their group's part of the footer. */
    private ThriftStruct group(List<Map<String, Object>> some) {
        int begin = file.size();
        List<ThriftStruct> chunks = new ArrayList<>();
        for (Column column : columns) {
            int at = file.size();
            int values = write(new Page(column.type == Type.FLOATS), column.name, some);
            ThriftStruct chunk = new ThriftStruct()
                    .number(1, column.type.number)
                    .numbers(2, PLAIN, RLE)
                    .texts(3, column.name)
                    .number(4, 0) // not compressed
                    .wide(5, values)
                    .wide(6, file.size() - at)
                    .wide(7, file.size() - at)
                    .wide(9, at);
            chunks.add(new ThriftStruct().wide(2, at).struct(3, chunk));
        }
        return new ThriftStruct().structs(1, chunks).wide(2, file.size() - begin).wide(3, some.size());
    }

    /** Writes a page; returns the number of its values, nulls included. */
    private int write(Page page, String name, List<Map<String, Object>> some) {
        some.forEach(row -> page.add(row.get(name)));
        byte[] content = page.bytes();
        ThriftStruct header = new ThriftStruct()
                .number(1, page.levels)
                .number(2, PLAIN)
                .number(3, RLE)
                .number(4, RLE);
        file.writeBytes(new ThriftStruct()
                .number(1, 0) // a data page
                .number(2, content.length)
                .number(3, content.length)
                .struct(5, header)
                .bytes());
        file.writeBytes(content);
        return page.levels;
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Values of a column, with their levels in runs. */
    private static final class Page {
        private final boolean repeated;
        private final LevelRuns repetitions = new LevelRuns();
        private final LevelRuns definitions = new LevelRuns();
        private final ByteArrayOutputStream values = new ByteArrayOutputStream();
        private int levels;

        Page(boolean repeated) {
            this.repeated = repeated;
        }

        void add(Object value) {
            if (!(value instanceof float[] numbers)) {
                level(0, value != null);
                write(value);
                return;
            }
            if (numbers.length == 0) {
                level(0, false);
            }
            ByteBuffer floats = littleEndian(4 * numbers.length);
            for (int i = 0; i < numbers.length; i++) {
                level(i == 0 ? 0 : 1, true);
                floats.putFloat(numbers[i]);
            }
            values.writeBytes(floats.array());
        }

        private void level(int repetition, boolean defined) {
            levels++;
            repetitions.add(repetition);
            definitions.add(defined ? 1 : 0);
        }

        private void write(Object value) {
            if (value instanceof Integer number) {
                values.writeBytes(littleEndian(4).putInt(number).array());
            } else if (value instanceof Float number) {
                values.writeBytes(littleEndian(4).putFloat(number).array());
            } else if (value instanceof Double number) {
                values.writeBytes(littleEndian(8).putDouble(number).array());
            } else if (value != null) {
                byte[] text = value.toString().getBytes(StandardCharsets.UTF_8);
                values.writeBytes(littleEndian(4).putInt(text.length).array());
                values.writeBytes(text);
            }
        }

        byte[] bytes() {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            if (repeated) {
                all.writeBytes(repetitions.bytes());
            }
            all.writeBytes(definitions.bytes());
            all.writeBytes(values.toByteArray());
            return all.toByteArray();
        }
    }

    /** Levels 0 and 1 as runs of the hybrid encoding, behind their length. */
    private static final class LevelRuns {
        private final ByteArrayOutputStream runs = new ByteArrayOutputStream();
        private int level;
        private int count;

        void add(int next) {
            if (next != level) {
                end();
                level = next;
            }
            count++;
        }

        private void end() {
            if (count > 0) {
                ThriftStruct.varint(runs, (long) count << 1);
                runs.write(level);
                count = 0;
            }
        }

        byte[] bytes() {
            end();
            byte[] encoded = runs.toByteArray();
            return littleEndian(4 + encoded.length)
                    .putInt(encoded.length)
                    .put(encoded)
                    .array();
        }
    }
}

package io.htsrl.core.wire;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Encodes records as bytes and decodes them: one byte for the kind, then the components in their order, big-endian.
 * Arrays, texts, lists and maps begin with their length, which is checked before anything is allocated. An enum's
 * constant is its number. Only an array in an array may be null. Pure functions, any thread.
 *
 * @param <T> all kinds
 */
public final class RecordCodec<T> {
    private static final int NONE = -1;

    /** The components and the constructor of a record. */
    private record Shape(RecordComponent[] components, Constructor<?> constructor) {
        private static final ClassValue<Shape> OF = new ClassValue<>() {
            @Override
            protected Shape computeValue(Class<?> type) {
                try {
                    RecordComponent[] all = type.getRecordComponents();
                    Class<?>[] types =
                            Arrays.stream(all).map(RecordComponent::getType).toArray(Class<?>[]::new);
                    return new Shape(all, type.getConstructor(types));
                } catch (NoSuchMethodException e) {
                    throw new IllegalStateException(type + " must be a public record", e);
                }
            }
        };

        private static List<Object> values(Object of) {
            try {
                List<Object> values = new ArrayList<>();
                for (RecordComponent component : OF.get(of.getClass()).components) {
                    values.add(component.getAccessor().invoke(of));
                }
                return values;
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(of.getClass() + " cannot be read", e);
            }
        }
    }

    private final String name;
    private final int most;
    private final Map<Integer, Class<? extends T>> kinds;
    private final Map<Class<? extends T>, Integer> numbers;

    /**
     * Creates a codec of records.
     *
     * @param name name of such a record in messages, such as {@code "parcel"}
     * @param most maximum number of bytes of an array or a text
     * @param kinds record types by their first byte
     */
    public RecordCodec(String name, int most, Map<Integer, Class<? extends T>> kinds) {
        this.name = name;
        this.most = most;
        this.kinds = kinds;
        this.numbers = kinds.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
    }

    /** Creates a codec whose record types are numbered from 1, in their order. */
    public RecordCodec(String name, int most, List<Class<? extends T>> kinds) {
        this(name, most, IntStream.range(0, kinds.size()).boxed().collect(Collectors.toMap(i -> i + 1, kinds::get)));
    }

    /** Returns the bytes of a record. */
    public byte[] encode(T value) {
        ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(1 + size(value)));
        out.put(numbers.get(value.getClass()).byteValue());
        write(value, out);
        return out.hasRemaining() ? Arrays.copyOf(out.array(), out.position()) : out.array();
    }

    /** Returns an upper bound of the bytes of a value. */
    private static long size(Object value) {
        if (value instanceof byte[] bytes) {
            return Integer.BYTES + (long) bytes.length;
        } else if (value instanceof float[] floats) {
            return Integer.BYTES + (long) Float.BYTES * floats.length;
        } else if (value instanceof int[] ints) {
            return Integer.BYTES + (long) Integer.BYTES * ints.length;
        } else if (value instanceof long[] longs) {
            return Integer.BYTES + (long) Long.BYTES * longs.length;
        } else if (value instanceof double[] doubles) {
            return Integer.BYTES + (long) Double.BYTES * doubles.length;
        } else if (value instanceof String text) {
            return Integer.BYTES + 3L * text.length();
        } else if (value instanceof Map<?, ?> map) {
            return size(List.copyOf(map.keySet())) + size(List.copyOf(map.values()));
        } else if (value == null || value instanceof Number || value instanceof Boolean || value instanceof Enum) {
            return Long.BYTES;
        }
        return Integer.BYTES
                + parts(value).stream().mapToLong(RecordCodec::size).sum();
    }

    /** Returns the elements of an array of arrays, a list or a record. */
    private static List<?> parts(Object value) {
        return value instanceof byte[][] arrays
                ? Arrays.asList(arrays)
                : value instanceof List<?> list ? list : Shape.values(value);
    }

    private static void write(Object value, ByteBuffer out) {
        if (value instanceof Long number) {
            out.putLong(number);
        } else if (value instanceof Integer number) {
            out.putInt(number);
        } else if (value instanceof Enum<?> constant) {
            out.put((byte) constant.ordinal());
        } else if (value instanceof Boolean truth) {
            out.put((byte) (truth ? 1 : 0));
        } else if (value instanceof String text) {
            write(text.getBytes(StandardCharsets.UTF_8), out);
        } else if (value instanceof byte[] bytes) {
            out.putInt(bytes.length).put(bytes);
        } else if (value instanceof float[] floats) {
            out.putInt(floats.length).asFloatBuffer().put(floats);
            out.position(out.position() + Float.BYTES * floats.length);
        } else if (value instanceof int[] ints) {
            out.putInt(ints.length).asIntBuffer().put(ints);
            out.position(out.position() + Integer.BYTES * ints.length);
        } else if (value instanceof long[] longs) {
            out.putInt(longs.length).asLongBuffer().put(longs);
            out.position(out.position() + Long.BYTES * longs.length);
        } else if (value instanceof double[] doubles) {
            out.putInt(doubles.length).asDoubleBuffer().put(doubles);
            out.position(out.position() + Double.BYTES * doubles.length);
        } else if (value instanceof Map<?, ?> map) {
            out.putInt(map.size());
            map.forEach((key, each) -> {
                write(key, out);
                write(each, out);
            });
        } else {
            if (!(value instanceof Record)) {
                out.putInt(parts(value).size());
            }
            parts(value).forEach(part -> write(part == null ? (Object) NONE : part, out));
        }
    }

    /** @throws IOException when these are not the bytes of a record */
    public T decode(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            int kind = in.get();
            Class<? extends T> type = kinds.get(kind);
            if (type == null) {
                throw new IOException("no " + name + " is of kind " + kind);
            }
            T value = type.cast(record(type, in));
            if (in.hasRemaining()) {
                throw new IOException(in.remaining() + " bytes follow the " + name);
            }
            return value;
        } catch (BufferUnderflowException e) {
            throw new IOException("the " + name + " is cut off", e);
        }
    }

    private Object record(Class<?> type, ByteBuffer in) throws IOException {
        Shape shape = Shape.OF.get(type);
        Object[] values = new Object[shape.components().length];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(shape.components()[i].getGenericType(), in);
        }
        try {
            return shape.constructor().newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause()); // a record that rejects its values
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made", e);
        }
    }

    private Object read(Type type, ByteBuffer in) throws IOException {
        if (type == long.class) {
            return in.getLong();
        } else if (type == int.class) {
            return in.getInt();
        } else if (type == boolean.class) {
            return in.get() != 0;
        } else if (type == String.class) {
            return new String(bytes(in.getInt(), in), StandardCharsets.UTF_8);
        } else if (type == byte[].class) {
            return bytes(in.getInt(), in);
        } else if (type == float[].class) {
            float[] floats = new float[checked(in.getInt(), Float.BYTES, in)];
            in.asFloatBuffer().get(floats);
            in.position(in.position() + Float.BYTES * floats.length);
            return floats;
        } else if (type == int[].class) {
            int[] ints = new int[checked(in.getInt(), Integer.BYTES, in)];
            in.asIntBuffer().get(ints);
            in.position(in.position() + Integer.BYTES * ints.length);
            return ints;
        } else if (type == long[].class) {
            long[] longs = new long[checked(in.getInt(), Long.BYTES, in)];
            in.asLongBuffer().get(longs);
            in.position(in.position() + Long.BYTES * longs.length);
            return longs;
        } else if (type == double[].class) {
            double[] doubles = new double[checked(in.getInt(), Double.BYTES, in)];
            in.asDoubleBuffer().get(doubles);
            in.position(in.position() + Double.BYTES * doubles.length);
            return doubles;
        } else if (type == byte[][].class) {
            byte[][] arrays = new byte[checked(in.getInt(), Integer.BYTES, in)][];
            for (int i = 0; i < arrays.length; i++) {
                int length = in.getInt();
                arrays[i] = length == NONE ? null : bytes(length, in);
            }
            return arrays;
        } else if (type instanceof ParameterizedType of) {
            return of.getRawType() == List.class ? list(of.getActualTypeArguments()[0], in) : map(in);
        }
        Class<?> other = (Class<?>) type;
        return other.isEnum() ? constant(other, in.get()) : record(other, in);
    }

    private Object constant(Class<?> type, int number) throws IOException {
        Object[] constants = type.getEnumConstants();
        if (number < 0 || number >= constants.length) {
            throw new IOException("the " + name + " has no " + type.getSimpleName() + " " + number);
        }
        return constants[number];
    }

    private List<Object> list(Type of, ByteBuffer in) throws IOException {
        List<Object> list = new ArrayList<>();
        for (int left = checked(in.getInt(), 1, in); left > 0; left--) {
            list.add(read(of, in));
        }
        return list;
    }

    private Map<Object, Object> map(ByteBuffer in) throws IOException {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int left = checked(in.getInt(), 1, in); left > 0; left--) {
            map.put(read(String.class, in), read(String.class, in));
        }
        return map;
    }

    private byte[] bytes(int length, ByteBuffer in) throws IOException {
        byte[] bytes = new byte[checked(length, 1, in)];
        in.get(bytes);
        return bytes;
    }

    private int checked(int length, int size, ByteBuffer in) throws IOException {
        if (length < 0 || length > most / size || length > in.remaining() / size) {
            throw new IOException("the " + name + " is cut off: a length of " + length + " was announced");
        }
        return length;
    }
}

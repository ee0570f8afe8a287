package io.htsrl.checkpoints;

import java.util.List;

/**
 * One named stretch of a checkpoint's data section. Immutable.
 *
 * @param name  its name in the file
 * @param shape its dimensions; the product is the number of elements
 * @param begin its first byte, counted from the beginning of the data section
 */
record Part(String name, Type type, List<Long> shape, long begin) {

    /** What a part's elements are, in the terms of safetensors. */
    enum Type {
        /** Single floats, little-endian. */
        F32(Float.BYTES),
        /** Bytes. */
        U8(1);

        final int bytes;

        Type(int bytes) {
            this.bytes = bytes;
        }
    }

    long elements() {
        long elements = 1;
        for (long dimension : shape) {
            elements = Math.multiplyExact(elements, dimension);
        }
        return elements;
    }

    long bytes() {
        return Math.multiplyExact(elements(), type.bytes);
    }

    long end() {
        return Math.addExact(begin, bytes());
    }
}

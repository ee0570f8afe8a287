package io.htsrl.monitor.onnx;

import java.util.Locale;

/** What a tensor is made of, by its number in ONNX's {@code TensorProto.DataType}. */
enum ElementType {
    FLOAT(1),
    UINT8(2),
    INT64(7);

    private final int number;

    ElementType(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** As ONNX Runtime says it: {@code float}, {@code uint8}, {@code int64}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

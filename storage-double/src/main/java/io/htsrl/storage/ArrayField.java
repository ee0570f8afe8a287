package io.htsrl.storage;

import io.htsrl.storage.FieldSpec.Extent;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Array;

/** A field with all rows in one array, {@code [rows][environments][width]}. */
final class ArrayField<A> extends Field {
    final FieldSpec<A> spec;
    final A array;
    private final ElementType<A> type;
    private final int environments;
    private final int width;
    private final int mask; // element at which the mask of an observation begins

    ArrayField(FieldSpec<A> spec, BankShape shape) {
        super(
                spec.name(),
                spec.digested(),
                spec.moment(),
                spec.extent().first(shape),
                spec.extent().end(shape));
        this.spec = spec;
        this.type = spec.type();
        this.environments = shape.environments();
        this.width = spec.width().applyAsInt(shape);
        this.mask = spec.extent() == Extent.FRAMES
                ? width - shape.observationSpace().mask()
                : width;
        this.array = type.create().apply(Math.multiplyExact(Math.multiplyExact(spec.rows(shape), environments), width));
    }

    @Override
    int length() {
        return Array.getLength(array);
    }

    @Override
    void digest(BitHasher hasher) {
        type.digest().accept(array, hasher);
    }

    @Override
    void save(DataOutput out) throws IOException {
        type.save().write(out, array);
    }

    @Override
    void restore(DataInput in) throws IOException {
        type.restore().read(in, array);
    }

    @Override
    void copy(Field source, int from, int to) {
        ArrayField<A> other = same(source);
        for (int row = 0; row < end - first; row++) {
            int sourceAt = (row * other.environments + from) * width;
            System.arraycopy(other.array, sourceAt, array, (row * environments + to) * width, width);
        }
    }

    @Override
    BankDifference difference(Field other, int step, int environment) {
        A there = same(other).array;
        int offset = ((step - first) * environments + environment) * width;
        int i = type.mismatch(array, there, offset, offset + width);
        if (i == offset + width) {
            return null;
        }
        // only a lost life has a separate name
        boolean ofLife = type == Endings.TYPE
                && ((type.bits().of(array, i) ^ type.bits().of(there, i)) & ~Endings.CONTINUES) == 0;
        boolean ofMask = i - offset >= mask;
        return type.difference(
                ofLife ? "continues" : ofMask ? "mask" : name,
                width == 1 ? BankDifference.NONE : ofMask ? i - offset - mask : i - offset,
                spec.extent().ofSteps() ? step : BankDifference.NONE,
                environment,
                array,
                there,
                i);
    }

    @SuppressWarnings("unchecked") // equal declarations have arrays of one type
    private ArrayField<A> same(Field other) {
        if (other instanceof ArrayField<?> that && that.spec.equals(spec)) {
            return (ArrayField<A>) that;
        }
        throw new IllegalArgumentException("field '" + other.name + "' is not this bank's '" + name + "'");
    }
}

package io.htsrl.storage;

import io.htsrl.storage.FieldSpec.Moment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A field whose rows lie in one array, {@code [rows][environments][width]}. */
final class ArrayField<A> extends Field {
    private final FieldSpec<A> spec;
    private final ElementType<A> type;
    private final int first;
    private final int end;
    private final int environments;
    private final int width;
    private final A array;

    ArrayField(FieldSpec<A> spec, BankShape shape) {
        this.spec = spec;
        this.type = spec.type();
        this.first = spec.extent().first(shape);
        this.end = spec.extent().end(shape);
        this.environments = shape.environments();
        this.width = spec.width().applyAsInt(shape);
        this.array = type.create(Math.multiplyExact(Math.multiplyExact(spec.rows(shape), environments), width));
    }

    FieldSpec<A> spec() {
        return spec;
    }

    A array() {
        return array;
    }

    @Override
    String name() {
        return spec.name();
    }

    @Override
    boolean digested() {
        return spec.digested();
    }

    @Override
    boolean saved() {
        return spec.saved();
    }

    @Override
    Moment moment() {
        return spec.moment();
    }

    @Override
    int first() {
        return first;
    }

    @Override
    int end() {
        return end;
    }

    @Override
    int length() {
        return type.length(array);
    }

    @Override
    void digest(BitHasher hasher) {
        type.digest(array, hasher);
    }

    @Override
    void save(DataOutput out) throws IOException {
        type.save(array, out);
    }

    @Override
    void restore(DataInput in) throws IOException {
        type.restore(array, in);
    }

    @Override
    void copy(Field source, int from, int to) {
        ArrayField<A> other = same(source);
        type.copy(
                other.array,
                from * width,
                other.environments * width,
                array,
                to * width,
                environments * width,
                width,
                end - first);
    }

    @Override
    BankDifference difference(Field other, int step, int environment) {
        A there = same(other).array;
        int offset = ((step - first) * environments + environment) * width;
        for (int i = offset; i < offset + width; i++) {
            if (type.bits(array, i) != type.bits(there, i)) {
                boolean ofNoStep = spec.extent() == FieldSpec.Extent.INTERVAL;
                return new BankDifference(
                        type.name(name(), array, there, i),
                        width == 1 ? BankDifference.NONE : i - offset,
                        ofNoStep ? BankDifference.NONE : step,
                        environment,
                        type.value(array, i),
                        type.value(there, i),
                        type.ulps(array, there, i));
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked") // equal declarations have arrays of one type
    private ArrayField<A> same(Field other) {
        if (other instanceof ArrayField<?> that && that.spec.equals(spec)) {
            return (ArrayField<A>) that;
        }
        throw new IllegalArgumentException("field '" + other.name() + "' is not this bank's '" + name() + "'");
    }
}

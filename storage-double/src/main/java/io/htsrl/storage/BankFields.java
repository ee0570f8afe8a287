package io.htsrl.storage;

import static io.htsrl.storage.FieldSpec.Moment.ACTION;
import static io.htsrl.storage.FieldSpec.Moment.OBSERVATION;
import static io.htsrl.storage.FieldSpec.Moment.OUTPUT;
import static io.htsrl.storage.FieldSpec.Moment.RESULT;

import io.htsrl.core.environment.ObservationSpace.Kind;
import io.htsrl.core.state.RawArrays;
import io.htsrl.storage.FieldSpec.Extent;
import io.htsrl.storage.FieldSpec.Moment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * The fields of a bank: a list that determines its digest, its file, copies, comparison and size. To add a field,
 * declare it here and give {@link StorageBank} an accessor. Thread rule of {@link StorageBank}.
 */
final class BankFields {
    static final FieldSpec<float[]> FLOAT_FRAMES = frames(ElementType.FLOAT, Kind.FLOAT32);
    static final FieldSpec<byte[]> BYTE_FRAMES = frames(ElementType.BYTE, Kind.UINT8);
    /** Number of frames of a stack that belong to its episode. */
    static final FieldSpec<byte[]> DEPTHS = new FieldSpec<>(
            "depth", ElementType.BYTE, OBSERVATION, Extent.OBSERVATIONS, shape -> shape.frameStack() > 1 ? 1 : 0, true);

    static final FieldSpec<float[]> ACTIONS = perStep("action", ElementType.FLOAT, ACTION, BankShape::actionWidth);
    static final FieldSpec<float[]> REWARDS = perStep("reward", ElementType.FLOAT, RESULT, shape -> 1);
    static final FieldSpec<float[]> SCORES =
            perStep("score", ElementType.FLOAT, RESULT, shape -> shape.scored() ? 1 : 0);
    static final FieldSpec<byte[]> ENDINGS = perStep("ending", Endings.TYPE, RESULT, shape -> 1);
    static final FieldSpec<float[]> OUTPUTS = perStep("output", ElementType.FLOAT, OUTPUT, BankShape::outputWidth);
    /** Environment of the rollout in a column. */
    static final FieldSpec<long[]> ENVIRONMENTS = ofColumn("environment");
    /** Version of the parameters of the first step. */
    static final FieldSpec<long[]> VERSIONS = ofColumn("version");

    /** Recurrent states of a policy with a memory: before the first step, and before the next one. */
    static final FieldSpec<float[]> MEMORY =
            new FieldSpec<>("memory", ElementType.FLOAT, OUTPUT, Extent.ENDS, BankShape::memorySize, true);

    /** The fields in the order in which they are hashed. Never change it: users' records hold such digests. */
    private static final List<FieldSpec<?>> DECLARED = List.of(
            FLOAT_FRAMES,
            BYTE_FRAMES,
            DEPTHS,
            ACTIONS,
            REWARDS,
            SCORES,
            ENDINGS,
            OUTPUTS,
            ENVIRONMENTS,
            VERSIONS,
            MEMORY);

    private final BankShape shape;
    private final Field[] fields;
    private final Field[] compared;
    private final FinalsField finals;

    BankFields(BankShape shape) {
        this.shape = shape;
        this.finals = new FinalsField(shape);
        this.fields = Stream.concat(declared(shape).map(spec -> new ArrayField<>(spec, shape)), Stream.of(finals))
                .toArray(Field[]::new);
        this.compared = Stream.of(fields)
                .filter(field -> field.digested)
                .sorted(Comparator.comparing(field -> field.moment))
                .toArray(Field[]::new); // a stable sort: in the order of declaration within a moment
    }

    private static FieldSpec<long[]> ofColumn(String name) {
        return new FieldSpec<>(name, ElementType.LONG, RESULT, Extent.INTERVAL, shape -> 1, false);
    }

    private static <A> FieldSpec<A> perStep(
            String name, ElementType<A> type, Moment moment, ToIntFunction<BankShape> width) {
        return new FieldSpec<>(name, type, moment, Extent.STEPS, width, true);
    }

    private static <A> FieldSpec<A> frames(ElementType<A> type, Kind kind) {
        ToIntFunction<BankShape> width = shape -> shape.observationSpace().kind() == kind
                ? shape.observationSpace().size()
                : 0;
        return new FieldSpec<>("observation", type, OBSERVATION, Extent.FRAMES, width, true);
    }

    /** Returns the fields of a bank of this shape. */
    private static Stream<FieldSpec<?>> declared(BankShape shape) {
        return DECLARED.stream().filter(spec -> spec.width().applyAsInt(shape) > 0);
    }

    /** Returns the bytes of the arrays of a bank of this shape. */
    static double bytes(BankShape shape) {
        return declared(shape).mapToDouble(spec -> spec.bytes(shape)).sum();
    }

    /** Returns the array of a field; null if a bank of this shape has none. */
    @SuppressWarnings("unchecked") // its declaration has arrays of that type
    <A> A array(FieldSpec<A> spec) {
        for (Field field : fields) {
            if (field instanceof ArrayField<?> candidate && candidate.spec.equals(spec)) {
                return (A) candidate.array;
            }
        }
        return null;
    }

    FinalObservations[] finals() {
        return finals.finals;
    }

    void digest(BitHasher hasher) {
        for (Field field : fields) {
            if (field.digested) {
                field.digest(hasher);
            }
        }
    }

    /** Copies the column {@code from} of {@code source} to the column {@code to}. */
    void copy(BankFields source, int from, int to) {
        for (int i = 0; i < fields.length; i++) {
            fields[i].copy(source.fields[i], from, to);
        }
    }

    void save(DataOutput out) throws IOException {
        for (Field field : fields) {
            out.writeUTF(field.name);
            out.writeLong(field.length());
            field.save(out);
        }
    }

    void restore(DataInput in) throws IOException {
        for (Field field : fields) {
            String name = in.readUTF();
            if (!name.equals(field.name)) {
                throw new IOException("its field '" + name + "' stands where '" + field.name
                        + "' belongs: it is of a bank with other fields");
            }
            RawArrays.expect(field.length(), "values of field '" + name + "'", in);
            field.restore(in);
        }
    }

    /**
     * Returns the first difference among the digested fields, in the order of cause and effect: by step, environment,
     * moment within the step, and declaration; then the fields without steps.
     */
    Optional<BankDifference> firstDifference(BankFields other) {
        if (!shape.equals(other.shape)) {
            throw new IllegalArgumentException("banks of different shapes: " + shape + " and " + other.shape);
        }
        for (int step = Extent.FRAMES.first(shape); step < Extent.ENDS.end(shape); step++) {
            for (int environment = 0; environment < shape.environments(); environment++) {
                BankDifference found = difference(other, step, environment);
                if (found != null) {
                    return Optional.of(found);
                }
            }
        }
        return Optional.empty();
    }

    private BankDifference difference(BankFields other, int step, int environment) {
        for (int i = 0; i < compared.length; i++) {
            Field field = compared[i];
            BankDifference found = field.hasRow(step) ? field.difference(other.compared[i], step, environment) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The last observations of truncated episodes: a field with one row for each such episode. */
    private static final class FinalsField extends Field {
        final FinalObservations[] finals;
        private final int steps;

        FinalsField(BankShape shape) {
            super("final", true, Moment.RESULT, Extent.INTERVAL.first(shape), Extent.INTERVAL.end(shape));
            finals = new FinalObservations[shape.environments()];
            Arrays.setAll(finals, i -> new FinalObservations(shape.observationSpace(), shape.frameStack()));
            steps = shape.steps();
        }

        @Override
        int length() {
            return finals.length;
        }

        @Override
        void digest(BitHasher hasher) {
            for (FinalObservations kept : finals) {
                kept.digest(hasher);
            }
        }

        @Override
        void save(DataOutput out) throws IOException {
            for (FinalObservations kept : finals) {
                kept.save(out);
            }
        }

        @Override
        void restore(DataInput in) throws IOException {
            for (FinalObservations kept : finals) {
                kept.restore(in, steps);
            }
        }

        @Override
        void copy(Field source, int from, int to) {
            finals[to].copy(((FinalsField) source).finals[from]);
        }

        @Override
        BankDifference difference(Field other, int ignored, int environment) {
            return finals[environment].difference(((FinalsField) other).finals[environment], environment);
        }
    }

    /** A field with all rows in one array, {@code [rows][environments][width]}. */
    private static final class ArrayField<A> extends Field {
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
            this.array =
                    type.create().apply(Math.multiplyExact(Math.multiplyExact(spec.rows(shape), environments), width));
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
}

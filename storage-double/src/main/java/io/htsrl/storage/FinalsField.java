package io.htsrl.storage;

import io.htsrl.storage.FieldSpec.Extent;
import io.htsrl.storage.FieldSpec.Moment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** The last observations of truncated episodes: a field with one row for each such episode. */
final class FinalsField extends Field {
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

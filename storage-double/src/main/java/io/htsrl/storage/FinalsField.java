package io.htsrl.storage;

import io.htsrl.storage.FieldSpec.Moment;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The last observations of truncated episodes: a field of as many rows as there were such episodes. */
final class FinalsField extends Field {
    private final FinalObservations[] finals;
    private final int steps;
    private final int step; // the one that rows of the interval are filed under

    FinalsField(BankShape shape) {
        finals = new FinalObservations[shape.environments()];
        for (int environment = 0; environment < finals.length; environment++) {
            finals[environment] = new FinalObservations(shape.observationSpace(), shape.frameStack());
        }
        steps = shape.steps();
        step = FieldSpec.Extent.INTERVAL.first(shape);
    }

    FinalObservations[] finals() {
        return finals;
    }

    @Override
    String name() {
        return "final";
    }

    @Override
    boolean digested() {
        return true;
    }

    @Override
    boolean saved() {
        return true;
    }

    @Override
    Moment moment() {
        return Moment.RESULT;
    }

    @Override
    int first() {
        return step;
    }

    @Override
    int end() {
        return step + 1;
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

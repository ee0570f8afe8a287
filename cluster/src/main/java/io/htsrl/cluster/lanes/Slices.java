package io.htsrl.cluster.lanes;

import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.ChainedNetwork.Span;
import java.util.List;

/** The slices of a gradient, and what of it travels: the places of one slice, one after the other. Immutable. */
final class Slices {
    private final List<List<Span>> slices;

    Slices(ChainedNetwork network) {
        slices = network.slices();
    }

    int count() {
        return slices.size();
    }

    /** Floats of one slice. */
    int size(int slice) {
        return slices.get(slice).stream()
                .mapToInt(span -> span.to() - span.from())
                .sum();
    }

    float[] take(int slice, float[] gradient) {
        float[] values = new float[size(slice)];
        int at = 0;
        for (Span span : slices.get(slice)) {
            System.arraycopy(gradient, span.from(), values, at, span.to() - span.from());
            at += span.to() - span.from();
        }
        return values;
    }

    void put(int slice, float[] values, float[] gradient) {
        if (values.length != size(slice)) {
            throw new IllegalArgumentException(values.length + " sums for a slice of " + size(slice));
        }
        int at = 0;
        for (Span span : slices.get(slice)) {
            System.arraycopy(values, at, gradient, span.from(), span.to() - span.from());
            at += span.to() - span.from();
        }
    }
}

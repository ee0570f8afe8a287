package io.htsrl.cluster.lanes;

import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.ChainedNetwork.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * The slices in which a gradient's sums are sent, the same at both ends. They are the network's slices; small ones are
 * merged, since each costs a message between nodes. A slice is sent as its elements, one after the other. One thread,
 * as for the network.
 */
final class Slices {
    /**
     * Number of floats from which on a slice is sent by itself: 64 KB, whose transfer takes about as long as a message.
     */
    private static final int ENOUGH = 1 << 14;

    /** Neighbouring slices of the network that are sent together. */
    private record Group(int from, int to, List<Span> spans, int size) {}

    private final ChainedNetwork network;
    private final List<Group> groups = new ArrayList<>();

    Slices(ChainedNetwork network) {
        this.network = network;
        List<List<Span>> slices = network.slices();
        int first = 0;
        List<Span> spans = new ArrayList<>();
        int size = 0;
        for (int slice = 0; slice < slices.size(); slice++) {
            for (Span span : slices.get(slice)) {
                spans.add(span);
                size += span.to() - span.from();
            }
            if (size >= ENOUGH || slice == slices.size() - 1) {
                groups.add(new Group(first, slice + 1, List.copyOf(spans), size));
                first = slice + 1;
                spans.clear();
                size = 0;
            }
        }
    }

    int count() {
        return groups.size();
    }

    /** Returns the number of floats of one slice. */
    int size(int slice) {
        return groups.get(slice).size();
    }

    /** Adds this network's rows to its sums. */
    void accumulate(int slice, float[] gradient) {
        for (int own = groups.get(slice).from(); own < groups.get(slice).to(); own++) {
            network.accumulate(own, gradient);
        }
    }

    float[] take(int slice, float[] gradient) {
        float[] values = new float[size(slice)];
        int at = 0;
        for (Span span : groups.get(slice).spans()) {
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
        for (Span span : groups.get(slice).spans()) {
            System.arraycopy(values, at, gradient, span.from(), span.to() - span.from());
            at += span.to() - span.from();
        }
    }
}

package io.htsrl.cluster.lanes;

import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.ChainedNetwork.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * The slices in which a gradient's sums travel, the same at both ends: a network's own, small ones together, since each costs
 * a message from hand to hand. What travels of one is its places, one after the other. One thread, as the network.
 */
final class Slices {
    /** Floats from which on a slice travels by itself: 64 KB, which take a connection about as long as a message. */
    private static final int ENOUGH = 1 << 14;

    /** Neighbouring slices of the network. */
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

    /** Floats of one slice. */
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

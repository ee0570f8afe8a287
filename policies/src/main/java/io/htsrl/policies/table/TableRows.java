package io.htsrl.policies.table;

import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.TableLayout;

/** An output row {@code [first head's | free | value]}, of a row {@code [first head's | value]} of a table. Pure functions. */
final class TableRows {

    private TableRows() {}

    /** Writes the output row of an observation. */
    static void read(TableLayout layout, float[] parameters, int state, float[] outputs, int at) {
        FirstHead first = layout.first();
        int width = layout.rowWidth();
        int values = width - first.computed();
        int from = state * width;
        System.arraycopy(parameters, from, outputs, at, first.computed());
        System.arraycopy(parameters, layout.freeOffset(), outputs, at + first.computed(), first.free());
        System.arraycopy(parameters, from + first.computed(), outputs, at + first.outputs(), values);
    }

    /** Adds the gradient of an output row to that of the parameters. */
    static void add(TableLayout layout, float[] outputGradient, int at, float[] gradient, int state) {
        FirstHead first = layout.first();
        int width = layout.rowWidth();
        add(outputGradient, at, gradient, state * width, first.computed());
        add(outputGradient, at + first.computed(), gradient, layout.freeOffset(), first.free());
        int values = width - first.computed();
        add(outputGradient, at + first.outputs(), gradient, state * width + first.computed(), values);
    }

    private static void add(float[] from, int at, float[] to, int toAt, int count) {
        for (int i = 0; i < count; i++) {
            to[toAt + i] += from[at + i];
        }
    }
}

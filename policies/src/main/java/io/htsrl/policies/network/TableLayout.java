package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import java.util.ArrayList;
import java.util.List;

/**
 * Layout of a table's rows in the flat parameter vector: {@code table [observations][outputs]}, the last part of an
 * observation running fastest, followed by the outputs that depend on no observation ({@link FirstHead#free}).
 * Immutable.
 */
public final class TableLayout extends NetworkLayout {
    private final int[] counts;
    private final int states;

    /**
     * @param observations one-hot
     * @throws ArithmeticException when the vector would not fit an array
     */
    public TableLayout(ObservationSpace observations, FirstHead first, Heads heads) {
        super(observations.size(), first, heads);
        this.counts = observations.choices();
        int rows = 1;
        for (int count : counts) {
            rows = Math.multiplyExact(rows, count);
        }
        this.states = rows;
        Math.addExact(Math.multiplyExact(rows, rowWidth()), first.free());
    }

    /** Returns the number of different observations: rows of the table. */
    public int states() {
        return states;
    }

    /** Returns the floats in a row of the table: an output row without free outputs. */
    public int rowWidth() {
        return outputWidth() - first().free();
    }

    /**
     * Returns the row of an observation. Each part's index is its first element above one half, or 0 without one, as at
     * the end of an episode.
     */
    public int state(float[] observations, int offset) {
        int state = 0;
        int at = offset;
        for (int count : counts) {
            int choice = 0;
            for (int i = 0; i < count; i++) {
                if (observations[at + i] > 0.5f) {
                    choice = i;
                    break;
                }
            }
            state = state * count + choice;
            at += count;
        }
        return state;
    }

    /** Returns the offset of the free outputs. */
    public int freeOffset() {
        return states * rowWidth();
    }

    @Override
    public int parameterCount() {
        return freeOffset() + first().free();
    }

    @Override
    public List<Tensor> tensors() {
        List<Tensor> tensors = new ArrayList<>(List.of(new Tensor("table", 0, List.of(states, rowWidth()))));
        if (first().free() > 0) {
            tensors.add(new Tensor(Heads.FREE, freeOffset(), List.of(first().free())));
        }
        return List.copyOf(tensors);
    }

    /** Writes the output row of an observation. */
    public void read(float[] parameters, int state, float[] outputs, int at) {
        int width = rowWidth();
        int values = width - first().computed();
        int from = state * width;
        System.arraycopy(parameters, from, outputs, at, first().computed());
        System.arraycopy(parameters, freeOffset(), outputs, at + first().computed(), first().free());
        System.arraycopy(parameters, from + first().computed(), outputs, at + first().outputs(), values);
    }

    /** Adds the gradient of an output row to that of the parameters. */
    public void add(float[] outputGradient, int at, float[] gradient, int state) {
        int width = rowWidth();
        add(outputGradient, at, gradient, state * width, first().computed());
        add(outputGradient, at + first().computed(), gradient, freeOffset(), first().free());
        int values = width - first().computed();
        add(outputGradient, at + first().outputs(), gradient, state * width + first().computed(), values);
    }

    private static void add(float[] from, int at, float[] to, int toAt, int count) {
        for (int i = 0; i < count; i++) {
            to[toAt + i] += from[at + i];
        }
    }
}

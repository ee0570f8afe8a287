package io.htsrl.learners.acktr;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.policies.network.GradientNetwork.RowVectors;
import io.htsrl.storage.BitHasher;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** Running average of {@code E[x xᵀ]} over vectors x, and the inverse of its damped copy. One thread at a time. */
final class KroneckerFactor implements Stateful {
    private final int size;
    private final boolean homogeneous;
    private final double[] average; // the lower triangle
    private final double[] inverse;
    private final double[] vector;
    private final long[] bits; // of a row of the average
    private boolean empty = true;

    /** @param homogeneous whether each vector is ended by 1, for a bias */
    KroneckerFactor(int columns, boolean homogeneous) {
        this.size = columns + (homogeneous ? 1 : 0);
        this.homogeneous = homogeneous;
        this.average = new double[Math.multiplyExact(size, size)];
        this.inverse = new double[average.length];
        this.vector = new double[size];
        this.bits = new long[size];
    }

    /** Returns the bytes of a factor of that size. */
    static double bytes(double size) {
        return 2 * Double.BYTES * size * size;
    }

    int size() {
        return size;
    }

    /** Returns the inverse of the last {@link #invert}, {@code [size][size]}. */
    double[] inverse() {
        return inverse;
    }

    double meanEigenvalue() {
        double trace = 0;
        for (int i = 0; i < size; i++) {
            trace += average[i * size + i];
        }
        return trace / size;
    }

    /**
     * Averages with the sum over {@code rows} rows and their positions, divided by {@code divisor}; the first such mean
     * is the average.
     */
    void add(RowVectors vectors, int rows, int divisor, double decay) {
        if (rows == 0) {
            return;
        }
        double weight = (empty ? 1 : 1 - decay) / divisor;
        for (int i = 0; i < average.length; i++) {
            average[i] *= empty ? 0 : decay;
        }
        empty = false;
        vector[size - 1] = 1;
        int columns = homogeneous ? size - 1 : size;
        for (int row = 0; row < rows; row++) {
            for (int position = 0; position < vectors.starts().length; position++) {
                for (int i = 0; i < columns; i++) {
                    vector[i] = vectors.get(row, position, i);
                }
                addSquare(weight);
            }
        }
    }

    private void addSquare(double weight) {
        for (int i = 0; i < size; i++) {
            double left = weight * vector[i];
            if (left != 0) { // inputs behind relu are often 0
                int to = i * size;
                for (int j = 0; j <= i; j++) {
                    average[to + j] += left * vector[j];
                }
            }
        }
    }

    /** Inverts the average plus {@code damping} on its diagonal, by Gauss-Jordan steps: its pivots are positive. */
    void invert(double damping) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                inverse[i * size + j] = average[i * size + j];
                inverse[j * size + i] = average[i * size + j];
            }
            inverse[i * size + i] += damping;
        }
        for (int k = 0; k < size; k++) {
            double pivot = 1 / inverse[k * size + k];
            inverse[k * size + k] = 1;
            for (int j = 0; j < size; j++) {
                inverse[k * size + j] *= pivot;
            }
            for (int i = 0; i < size; i++) {
                double factor = inverse[i * size + k];
                if (i != k) {
                    inverse[i * size + k] = 0;
                    for (int j = 0; j < size; j++) {
                        inverse[i * size + j] -= factor * inverse[k * size + j];
                    }
                }
            }
        }
    }

    void digest(BitHasher hasher) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                bits[j] = Double.doubleToRawLongBits(average[i * size + j]);
            }
            hasher.longs(bits, 0, i + 1);
        }
    }

    void clear() {
        empty = true;
        Arrays.fill(average, 0);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeBoolean(empty);
        RawArrays.write(out, average);
        RawArrays.write(out, inverse);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        empty = in.readBoolean();
        RawArrays.read(in, average);
        RawArrays.read(in, inverse);
    }
}

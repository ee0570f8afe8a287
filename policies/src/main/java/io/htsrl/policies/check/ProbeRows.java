package io.htsrl.policies.check;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Random observation rows of the self-check: numbers in [-2, 2) or bytes, and recurrent states in [-1, 1). Rows share
 * frames, as in a bank. Immutable.
 */
final class ProbeRows {
    private final ObservationSpace frame;
    private final int frameStack;
    private final int count;
    private final float[] floats;
    private final byte[] bytes;
    private final int memory;
    private final float[] states;

    /** @param memory floats of a policy's recurrent state */
    ProbeRows(ObservationSpace frame, int frameStack, int count, int memory, RandomStream stream) {
        this.memory = memory;
        this.states = new float[Math.multiplyExact(count, memory)];
        RandomStream ofStates = stream.spawn("states");
        for (int i = 0; i < states.length; i++) {
            states[i] = (float) (ofStates.uniform(i) * 2 - 1);
        }
        this.frame = frame;
        this.frameStack = frameStack;
        this.count = count;
        int elements = Math.multiplyExact(count + frameStack - 1, frame.size());
        boolean unsigned = frame.kind() == ObservationSpace.Kind.UINT8;
        floats = unsigned ? null : new float[elements];
        bytes = unsigned ? new byte[elements] : null;
        for (int i = 0; i < elements; i++) {
            int at = i % frame.size();
            boolean allows = at >= frame.size() - frame.mask(); // all actions: no output is masked
            boolean policy =
                    !allows && at >= frame.size() - frame.unread(); // the first: it has the layout's parameters
            if (unsigned) {
                bytes[i] = allows ? 1 : (byte) stream.bits(i);
            } else {
                floats[i] = allows ? 1 : policy ? 0 : (float) (stream.uniform(i) * 4 - 2);
            }
        }
    }

    int count() {
        return count;
    }

    /** Returns the row at {@code position} of a batch that begins with row {@code start}. */
    int at(int start, int position) {
        return (start + position) % count;
    }

    /** Fills {@code batch} with {@code rows} rows from {@code start} on, wrapping around after the last. */
    void fill(ObservationBatch batch, int start, int rows) {
        fill(
                batch,
                IntStream.range(0, rows).map(position -> at(start, position)).toArray());
    }

    /** Fills {@code batch} with these rows. */
    void fill(ObservationBatch batch, int[] rows) {
        if (floats != null) {
            batch.over(floats, frameStack, frame.size());
        } else {
            batch.over(bytes, frameStack, frame.size());
        }
        if (memory > 0) {
            batch.states(states);
        }
        for (int row : rows) {
            batch.add((row + frameStack - 1) * frame.size());
            batch.state(row * memory);
        }
    }

    /** Returns the numbers of one row, as networks read them: without mask and policy, bytes as fractions of 255. */
    double[] row(int row) {
        int read = frame.size() - frame.unread();
        double[] numbers = new double[frameStack * read];
        for (int i = 0; i < numbers.length; i++) {
            int at = (row + i / read) * frame.size() + i % read;
            numbers[i] = floats != null ? floats[at] : (bytes[at] & 0xff) / 255f;
        }
        return numbers;
    }

    /** Returns the recurrent state before one row. */
    double[] state(int row) {
        double[] state = new double[memory];
        for (int i = 0; i < memory; i++) {
            state[i] = states[row * memory + i];
        }
        return state;
    }

    /** Returns {@code rows} row numbers, or all if fewer exist, evenly spaced from the first to the last. */
    int[] spread(int rows) {
        return rows >= count
                ? IntStream.range(0, count).toArray()
                : IntStream.range(0, rows)
                        .map(i -> i * (count - 1) / (rows - 1))
                        .toArray();
    }

    /**
     * Parameters for the comparison of a learner: the run's first ones, with random values in each tensor that is all
     * zero. Biases begin with zero, where an error in their use would not be visible. Stateless.
     */
    static final class ProbeParameters {
        private static final double FIRST_SCALE = 0.1;

        private ProbeParameters() {}

        /** Creates the parameters. A bias gets about the size of the sums that it is added to, for inputs of size 1. */
        static float[] of(PolicyNetwork network, float[] initial, RandomStream stream) {
            float[] parameters = Arrays.copyOf(initial, network.parameterCount()); // critics may follow an actor
            List<Tensor> tensors = network.tensors();
            for (int t = 0; t < tensors.size(); t++) {
                Tensor tensor = tensors.get(t);
                if (size(parameters, tensor) == 0) {
                    double scale = t == 0 ? FIRST_SCALE : sums(parameters, tensors.get(t - 1), tensor.size());
                    draw(parameters, tensor, scale, stream.spawn(tensor.name()));
                }
            }
            return parameters;
        }

        /** Returns the size of the {@code outputs} sums of a layer with these weights. */
        private static double sums(float[] parameters, Tensor weights, int outputs) {
            return size(parameters, weights) * Math.sqrt((double) weights.size() / outputs);
        }

        /** Draws values that are not near zero, so that each one matters. */
        private static void draw(float[] parameters, Tensor tensor, double scale, RandomStream stream) {
            int count = tensor.size();
            for (int i = 0; i < count; i++) {
                double magnitude = scale * (0.5 + stream.uniform(i, 0) / 2);
                parameters[tensor.offset() + i] = (float) (stream.uniform(i, 1) < 0.5 ? magnitude : -magnitude);
            }
        }

        /** Returns the root of the mean square of a tensor's elements. */
        static double size(float[] parameters, Tensor tensor) {
            double sum = 0;
            int end = tensor.end();
            for (int i = tensor.offset(); i < end; i++) {
                sum += (double) parameters[i] * parameters[i];
            }
            return Math.sqrt(sum / tensor.size());
        }
    }
}

package io.htsrl.policies.check;

import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Comparison of the learner's output rows with the acting forward, head by head, and of its gradients with
 * {@link ReferenceNetwork}, tensor by tensor. One thread.
 *
 * <p><b>Outputs</b> are equal to {@value #OUTPUT_TOLERANCE} of the head's greatest. Both sides are chains of float
 * operations in another order: an element is off by about u √n of its sum in a layer of n inputs, u = 6e-8, so 4e-6 for
 * 4,000 inputs and 2e-5 after the 18 layers of the deepest network. Half a precision (u = 5e-4) is found.
 *
 * <p><b>Gradients</b> are equal to {@value #GRADIENT_TOLERANCE} of the tensor's, both by the root of the sum of
 * squares. Rounding makes 1e-7 (dense) to 5e-6 (IMPALA) of it. A rectifier or a maximum makes more if it decides
 * otherwise in double, for its sum is zero but for rounding: of N sums about 1e-7 N do, each for 1/√N of the gradient;
 * at N = 1e5 it is less than one, for 3e-3. A tensor that is 5 % off misses by 5 times the tolerance, one that lacks a
 * column of 64 by 12 times. Differences below {@value #NEGLIGIBLE} of the whole gradient are ignored.
 */
final class LearnerComparison {
    static final float OUTPUT_TOLERANCE = 1e-3f;
    static final double GRADIENT_TOLERANCE = 1e-2;
    static final double NEGLIGIBLE = 1e-9;
    private static final float LEAST_SCALE = 1e-20f;

    private final PolicyNetwork policy;
    private final float[] parameters;
    private final ProbeRows probes;
    private final RandomStream stream;
    private final List<Head> heads;
    private final int width;
    private final float[] acting;

    /** @param parameters parameters of the learner's passes */
    LearnerComparison(PolicyNetwork policy, float[] parameters, ProbeRows probes, RandomStream stream) {
        this.policy = policy;
        this.parameters = parameters;
        this.probes = probes;
        this.stream = stream;
        heads = Head.of(policy);
        width = policy.outputWidth();
        acting = new ActingRows(policy, parameters, probes).alone();
    }

    /** Returns weights of output rows that give all heads equal influence; 0 in all rows but {@code rows}. */
    float[] weights(int[] rows) {
        float[] weights = new float[acting.length];
        for (Head head : heads) {
            float scale = Math.max(LEAST_SCALE, head.scale(acting, width));
            for (int row : rows) {
                for (int i = row * width + head.from(); i < row * width + head.to(); i++) {
                    weights[i] = (float) ((2 * stream.uniform(i) - 1) / scale);
                }
            }
        }
        return weights;
    }

    /** Counts the learner's output rows that differ from the actors', and names the heads. */
    CheckRow outputs(float[] outputs, double millis) {
        int wrong = 0;
        Set<String> where = new LinkedHashSet<>();
        for (int row = 0; row < probes.count(); row++) {
            boolean near = true;
            for (Head head : heads) {
                if (!(error(head, outputs, row) <= OUTPUT_TOLERANCE)) { // NaN is wrong
                    near = false;
                    where.add(head.name());
                }
            }
            wrong += near ? 0 : 1;
        }
        return CheckRow.correctness(
                "learner's forward",
                "agreement with the acting forward",
                probes.count(),
                wrong,
                List.copyOf(where),
                millis);
    }

    /** Returns the error of a head's columns in one row, as a share of the head's greatest magnitude. */
    double error(Head head, float[] outputs, int row) {
        double off = head.distance(acting, outputs, row * width);
        return off == 0 ? 0 : off / head.scale(acting, width);
    }

    /** Names the tensors whose gradients differ from the reference's, with {@link #weights} in these rows. */
    CheckRow gradients(float[] gradient, int[] rows, long start) {
        List<String> wrong = new ArrayList<>();
        errors(gradient, rows).forEach((tensor, error) -> {
            if (!(error <= GRADIENT_TOLERANCE)) { // NaN is wrong
                wrong.add(tensor);
            }
        });
        return CheckRow.correctness(
                "learner's backward",
                "agreement with a backward in double",
                policy.tensors().size(),
                wrong.size(),
                wrong,
                SelfCheck.millisSince(start));
    }

    /** Returns the relative error of each tensor's gradient. */
    Map<String, Double> errors(float[] gradient, int[] rows) {
        ReferenceNetwork reference = new ReferenceNetwork(policy.layout(), parameters);
        float[] weights = weights(rows);
        for (int row : rows) {
            reference.add(policy.input(probes.row(row), parameters), probes.state(row), weights, row * width);
        }
        double[] right = reference.gradient().clone();
        policy.valueNetwork().ifPresent(value -> addValue(value, weights, rows, right));
        double negligible = NEGLIGIBLE * norm(right, 0, right.length);
        Map<String, Double> errors = new LinkedHashMap<>();
        for (Tensor tensor : policy.tensors()) {
            double off = distance(right, gradient, tensor.offset(), tensor.end());
            double norm = norm(right, tensor.offset(), tensor.end());
            errors.put(tensor.name(), off <= negligible ? 0 : off / norm);
        }
        return errors;
    }

    /** Writes the gradient of a value that is a network of its own behind that of {@code right}. */
    private void addValue(PolicyNetwork value, float[] weights, int[] rows, double[] right) {
        int offset = right.length - value.parameterCount();
        ReferenceNetwork reference =
                new ReferenceNetwork(value.layout(), Arrays.copyOfRange(parameters, offset, right.length));
        for (int row : rows) {
            reference.add(probes.row(row), new double[0], weights, (row + 1) * width - 1);
        }
        System.arraycopy(reference.gradient(), 0, right, offset, value.parameterCount());
    }

    private static double norm(double[] vector, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += vector[i] * vector[i];
        }
        return Math.sqrt(sum);
    }

    private static double distance(double[] right, float[] gradient, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += (gradient[i] - right[i]) * (gradient[i] - right[i]);
        }
        return Math.sqrt(sum);
    }

    /**
     * Columns of output rows that one head writes. Heads are compared one by one, because one may be a hundred times
     * smaller than another: logits begin with a gain of 0.01. Immutable.
     *
     * @param from its first column
     * @param to the column behind its last
     */
    record Head(String name, int from, int to) {

        /** Returns the heads: logits, means, action values or advantages; then free outputs and the value, if any. */
        static List<Head> of(PolicyNetwork network) {
            int first = network.policyOutputs();
            int computed = network.layout().first().computed();
            int free = computed + network.layout().first().repeated();
            List<Head> heads = new ArrayList<>(List.of(new Head("first head", 0, computed)));
            if (computed < free) {
                heads.add(new Head("repeated units", computed, free));
            }
            if (free < first) {
                heads.add(new Head("free outputs", free, first));
            }
            if (first < network.outputWidth()) {
                heads.add(new Head("value head", first, network.outputWidth()));
            }
            return heads;
        }

        /** Returns the greatest magnitude in its columns of {@code outputs}, rows of {@code width}. */
        float scale(float[] outputs, int width) {
            float scale = 0;
            for (int row = 0; row < outputs.length; row += width) {
                for (int column = from; column < to; column++) {
                    scale = Math.max(scale, Math.abs(outputs[row + column]));
                }
            }
            return scale;
        }

        /** Returns the greatest difference in its columns of the row at {@code offset}; NaN where one value is NaN. */
        double distance(float[] a, float[] b, int offset) {
            double distance = 0;
            for (int i = offset + from; i < offset + to; i++) {
                distance = Math.max(distance, Math.abs((double) a[i] - b[i])); // NaN where either is
            }
            return distance;
        }
    }
}

package io.htsrl.policies.check;

import io.htsrl.policies.network.PolicyNetwork;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of output rows that one head writes; heads are compared one by one, as one may be a hundred times smaller
 * than another: logits begin with a gain of 0.01. Immutable.
 *
 * @param from its first column
 * @param to   the column behind its last
 */
record Head(String name, int from, int to) {

    /** Logits, means, action values or advantages; free outputs and the value behind them where there are any. */
    static List<Head> of(PolicyNetwork network) {
        int first = network.policyOutputs();
        int computed = network.layout().first().computed();
        List<Head> heads = new ArrayList<>(List.of(new Head("first head", 0, computed)));
        if (computed < first) {
            heads.add(new Head("free outputs", computed, first));
        }
        if (first < network.outputWidth()) {
            heads.add(new Head("value head", first, network.outputWidth()));
        }
        return heads;
    }

    /** The greatest magnitude in its columns of {@code outputs}, rows of {@code width}. */
    float scale(float[] outputs, int width) {
        float scale = 0;
        for (int row = 0; row < outputs.length; row += width) {
            for (int column = from; column < to; column++) {
                scale = Math.max(scale, Math.abs(outputs[row + column]));
            }
        }
        return scale;
    }

    /** The greatest difference in its columns of the row at {@code offset}; NaN where there is one. */
    double distance(float[] a, float[] b, int offset) {
        double distance = 0;
        for (int i = offset + from; i < offset + to; i++) {
            distance = Math.max(distance, Math.abs((double) a[i] - b[i])); // NaN where either is
        }
        return distance;
    }
}

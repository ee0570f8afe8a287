package io.htsrl.learners.offpolicy;

/** A multi-layer perceptron with tanh between its layers, in double and as plainly as can be. */
public final class NaiveNet {

    private NaiveNet() {}

    /** @param sizes inputs, units of each hidden layer, outputs */
    public static int parameters(int... sizes) {
        int count = 0;
        for (int l = 1; l < sizes.length; l++) {
            count += (sizes[l - 1] + 1) * sizes[l];
        }
        return count;
    }

    /** The outputs of one input; parameters lie from {@code at} on, weights {@code [inputs][outputs]}, then biases. */
    public static double[] forward(double[] parameters, int at, double[] input, int... sizes) {
        double[] x = input;
        int offset = at;
        for (int l = 1; l < sizes.length; l++) {
            double[] y = new double[sizes[l]];
            for (int j = 0; j < y.length; j++) {
                y[j] = parameters[offset + sizes[l - 1] * sizes[l] + j];
                for (int i = 0; i < x.length; i++) {
                    y[j] += x[i] * parameters[offset + i * sizes[l] + j];
                }
                y[j] = l < sizes.length - 1 ? Math.tanh(y[j]) : y[j];
            }
            offset += (sizes[l - 1] + 1) * sizes[l];
            x = y;
        }
        return x;
    }
}

package io.htsrl.policies.network;

import java.util.Arrays;
import java.util.List;

/** The network written down once more, in double and as plainly as can be: what the fast ones are compared with. */
public final class NaiveMlp {
    private final MlpLayout layout;

    public NaiveMlp(MlpLayout layout) {
        this.layout = layout;
    }

    public static double[] widen(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    public double[][] forward(float[] parameters, float[] observations, int rows) {
        return forward(widen(parameters), widen(observations), rows);
    }

    public double[][] forward(double[] parameters, double[] observations, int rows) {
        double[][] outputs = new double[rows][];
        for (int row = 0; row < rows; row++) {
            outputs[row] = forwardRow(parameters, observationRow(observations, row));
        }
        return outputs;
    }

    private double[] observationRow(double[] observations, int row) {
        int size = layout.observationSize();
        return Arrays.copyOfRange(observations, row * size, (row + 1) * size);
    }

    private boolean oneTorso() {
        return layout.config().sharedTorso() || layout.heads() != Heads.ACTOR_CRITIC;
    }

    private double[] forwardRow(double[] parameters, double[] observation) {
        double[][] policy = torso(layout.policyTorso(), parameters, observation);
        double[] first = layout.policyHeads().stream()
                .flatMapToDouble(head -> Arrays.stream(dense(head, parameters, policy[policy.length - 1])))
                .toArray();
        if (!layout.heads().hasValueHead()) {
            return first;
        }
        double[][] value = oneTorso() ? policy : torso(layout.valueTorso(), parameters, observation);
        double[] output = Arrays.copyOf(first, first.length + 1);
        output[first.length] = dense(valueHead(), parameters, value[value.length - 1])[0];
        return output;
    }

    private DenseLayer valueHead() {
        return layout.headLayers().get(layout.headLayers().size() - 1);
    }

    /** The observation and the activations after each layer. */
    private double[][] torso(List<DenseLayer> layers, double[] parameters, double[] observation) {
        double[][] activations = new double[layers.size() + 1][];
        activations[0] = observation;
        for (int l = 0; l < layers.size(); l++) {
            double[] z = dense(layers.get(l), parameters, activations[l]);
            for (int j = 0; j < z.length; j++) {
                z[j] = layout.config().activation() == Activation.TANH ? Math.tanh(z[j]) : Math.max(z[j], 0);
            }
            activations[l + 1] = z;
        }
        return activations;
    }

    private static double[] dense(DenseLayer layer, double[] parameters, double[] in) {
        if (layer.repeats()) {
            return in;
        }
        double[] out = new double[layer.outputs()];
        for (int j = 0; j < out.length; j++) {
            out[j] = parameters[layer.biasOffset() + j];
            for (int i = 0; i < layer.inputs(); i++) {
                out[j] += in[i] * parameters[layer.offset() + i * out.length + j];
            }
        }
        return out;
    }

    /** The gradient of {@code sum(outputGradient * outputs)} by the chain rule. */
    public double[] gradient(double[] parameters, double[] observations, double[][] outputGradient) {
        double[] gradient = new double[parameters.length];
        for (int row = 0; row < outputGradient.length; row++) {
            addRowGradient(parameters, observationRow(observations, row), outputGradient[row], gradient);
        }
        return gradient;
    }

    private void addRowGradient(double[] parameters, double[] observation, double[] dOutput, double[] gradient) {
        double[][] policy = torso(layout.policyTorso(), parameters, observation);
        int actions = layout.policyOutputs();
        int computed = layout.first().computed();
        double[] dPolicy = backward(
                layout.policyHead(), parameters, policy[policy.length - 1], Arrays.copyOf(dOutput, computed), gradient);
        for (int i = 0; i < layout.first().repeated(); i++) {
            dPolicy[i] += dOutput[computed + i];
        }
        int free = computed + layout.first().repeated();
        int last = layout.policyHeads().size() - 1;
        for (int i = free; i < actions; i++) {
            gradient[layout.policyHeads().get(last).biasOffset() + i - free] += dOutput[i];
        }
        if (layout.heads().hasValueHead()) {
            addValueGradient(parameters, observation, policy, dOutput[actions], dPolicy, gradient);
        }
        backwardTorso(layout.policyTorso(), parameters, policy, dPolicy, gradient);
    }

    private void addValueGradient(
            double[] parameters,
            double[] observation,
            double[][] policy,
            double dOutput,
            double[] dPolicy,
            double[] gradient) {
        double[][] value = oneTorso() ? policy : torso(layout.valueTorso(), parameters, observation);
        double[] dValue = backward(valueHead(), parameters, value[value.length - 1], new double[] {dOutput}, gradient);
        if (oneTorso()) {
            for (int i = 0; i < dPolicy.length; i++) {
                dPolicy[i] += dValue[i];
            }
        } else {
            backwardTorso(layout.valueTorso(), parameters, value, dValue, gradient);
        }
    }

    private void backwardTorso(
            List<DenseLayer> layers, double[] parameters, double[][] activations, double[] dLast, double[] gradient) {
        double[] d = dLast;
        for (int l = layers.size() - 1; l >= 0; l--) {
            double[] a = activations[l + 1];
            for (int j = 0; j < a.length; j++) {
                d[j] *= layout.config().activation() == Activation.TANH ? 1 - a[j] * a[j] : a[j] > 0 ? 1 : 0;
            }
            d = backward(layers.get(l), parameters, activations[l], d, gradient);
        }
    }

    private static double[] backward(
            DenseLayer layer, double[] parameters, double[] in, double[] d, double[] gradient) {
        double[] dIn = new double[in.length];
        for (int j = 0; j < d.length; j++) {
            gradient[layer.biasOffset() + j] += d[j];
            for (int i = 0; i < in.length; i++) {
                gradient[layer.offset() + i * d.length + j] += in[i] * d[j];
                dIn[i] += d[j] * parameters[layer.offset() + i * d.length + j];
            }
        }
        return dIn;
    }
}

package io.htsrl.learners.acktr;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.Optimizer;
import io.htsrl.policies.network.DenseLayer;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.GradientNetwork.LayerRows;
import io.htsrl.storage.BitHasher;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Natural gradients by Kronecker factors (Martens, Grosse 2015): the Fisher matrix of a layer with inputs x, ended by
 * 1, and gradients g of its sums is taken as {@code A ⊗ G}, A = E[x xᵀ], G = E[g gᵀ]; of a convolution A = E[Σ x xᵀ]
 * over windows, G = E[g gᵀ] over rows and positions (Grosse, Martens 2016, Theorem 1). A step along gradient V is
 * {@code (A + π√λ I)⁻¹ V (G + √λ/π I)⁻¹}, π² the ratio of the mean eigenvalues (Section 6.3), scaled into a trust
 * region over all layers (Wu et al. 2017, Section 3.3), with momentum. In double; sums in the order of rows and layers,
 * so threads change no bit. One thread; the state is averages, inverses and momentum.
 */
final class KroneckerOptimizer implements Optimizer {
    private final AcktrConfig config;
    private final Team team;
    private final Layer[] layers;
    private final double[] natural; // the step along the gradient, in the order of the parameters
    private final float[] moments;
    private final Phase observing;
    private final Phase inverting;
    private final Phase multiplying;
    private long steps;
    // the current call
    private List<LayerRows> rows;
    private float[] gradient;

    /** @param network shows the layers, which hold all parameters that are learnt */
    KroneckerOptimizer(AcktrConfig config, GradientNetwork network, Team team) {
        this.config = config;
        this.team = team;
        layers = network.layerRows().stream().map(Layer::new).toArray(Layer[]::new);
        natural = new double[network.parameterCount()];
        moments = new float[network.parameterCount()];
        observing = new Phase(() -> 2 * layers.length, (unit, lane) -> observe(unit));
        inverting = new Phase(() -> layers.length, (unit, lane) -> layers[unit].invert(config.damping()));
        multiplying = new Phase(() -> layers.length, (unit, lane) -> layers[unit].multiply(gradient, natural));
    }

    /** Returns the bytes of what is kept of a layer besides its parameters and moments. */
    static double bytes(DenseLayer layer) {
        double rows = layer.inputs() + 1.0;
        double step = 2 * Double.BYTES * rows * layer.outputs(); // and the product before it
        return KroneckerFactor.bytes(rows) + KroneckerFactor.bytes(layer.outputs()) + step;
    }

    /** Adds rows of sampled gradients to the averages, with all rows of a layer at once. */
    void observe(List<LayerRows> newRows) {
        rows = newRows;
        team.run(observing);
    }

    private void observe(int unit) {
        LayerRows of = rows.get(unit / 2);
        Layer layer = layers[unit / 2];
        if (unit % 2 == 0) {
            layer.inputs.add(of.inputs(), of.rows(), of.rows(), config.statsDecay());
        } else {
            int vectors = of.rows() * of.gradients().starts().length;
            layer.outputs.add(of.gradients(), of.rows(), vectors, config.statsDecay());
        }
    }

    @Override
    public boolean step(float[] parameters, float[] newGradient, float scale, double learningRate) {
        if (steps++ % config.kfacUpdate() == 0) {
            team.run(inverting);
        }
        gradient = newGradient;
        team.run(multiplying);
        double curvature = 0; // Δᵀ (F + λI) Δ = Δᵀ V, as Δ solves (F + λI) Δ = V
        for (int i = 0; i < natural.length; i++) {
            curvature += natural[i] * newGradient[i];
        }
        double greatest = Math.sqrt(2 * config.kfacClip() / curvature);
        double rate = curvature > 0 ? Math.min(learningRate, greatest) : learningRate;
        boolean finite = true;
        for (int i = 0; i < natural.length; i++) {
            moments[i] = (float) (config.momentum() * moments[i] + (1 - config.momentum()) * rate * natural[i]);
            parameters[i] -= moments[i];
            finite &= Float.isFinite(parameters[i]);
        }
        return finite;
    }

    /** Adds the averages, which the last update changed besides the parameters. */
    void digest(BitHasher hasher) {
        for (Layer layer : layers) {
            layer.inputs.digest(hasher);
            layer.outputs.digest(hasher);
        }
    }

    @Override
    public void clear() {
        steps = 0;
        Arrays.fill(moments, 0);
        for (Layer layer : layers) {
            layer.inputs.clear();
            layer.outputs.clear();
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(moments.length);
        out.writeLong(steps);
        RawArrays.write(out, moments);
        for (Layer layer : layers) {
            layer.inputs.save(out);
            layer.outputs.save(out);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        RawArrays.expect(moments.length, "parameters", in);
        steps = in.readLong();
        RawArrays.read(in, moments);
        for (Layer layer : layers) {
            layer.inputs.restore(in);
            layer.outputs.restore(in);
        }
    }

    /** Factors of one layer. Weights and bias are one matrix, {@code [inputs + 1][outputs]}. */
    private static final class Layer {
        private final LayerRows layer; // for its offsets
        private final KroneckerFactor inputs;
        private final KroneckerFactor outputs;
        private final double[] product;
        private final double[] sums;

        Layer(LayerRows layer) {
            this.layer = layer;
            inputs = new KroneckerFactor(layer.layer().inputs(), true);
            outputs = new KroneckerFactor(layer.layer().outputs(), false);
            product = new double[inputs.size() * outputs.size()];
            sums = new double[outputs.size()];
        }

        void invert(double damping) {
            double ratio = inputs.meanEigenvalue() / outputs.meanEigenvalue();
            double pi = ratio > 0 && ratio < Double.POSITIVE_INFINITY ? Math.sqrt(ratio) : 1;
            inputs.invert(pi * Math.sqrt(damping));
            outputs.invert(Math.sqrt(damping) / pi);
        }

        /** Writes {@code A⁻¹ V G⁻¹} of the gradient's part V to the same place of {@code natural}. */
        void multiply(float[] gradient, double[] natural) {
            int columns = outputs.size();
            Arrays.fill(product, 0);
            for (int i = 0; i < inputs.size(); i++) {
                for (int k = 0; k < columns; k++) {
                    double left = gradient[layer.offset(i, k)];
                    addRow(left, outputs.inverse(), k * columns, product, i * columns, columns);
                }
            }
            for (int i = 0; i < inputs.size(); i++) {
                Arrays.fill(sums, 0);
                for (int k = 0; k < inputs.size(); k++) {
                    double left = inputs.inverse()[i * inputs.size() + k];
                    addRow(left, product, k * columns, sums, 0, columns);
                }
                for (int k = 0; k < columns; k++) {
                    natural[layer.offset(i, k)] = sums[k];
                }
            }
        }

        private static void addRow(double factor, double[] from, int fromAt, double[] to, int toAt, int count) {
            for (int j = 0; j < count; j++) {
                to[toAt + j] += factor * from[fromAt + j];
            }
        }
    }
}

package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.image.InputOrder;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.ImplicitLayout;
import java.util.Arrays;
import java.util.List;

/**
 * Learner's side of an implicit quantile network: f and the embedding are computed for each fraction of each row, the
 * torso once for a row. Rows hold the policy's means, to the bit, or the quantiles of the fractions that a batch gives
 * ({@link ImplicitLayout#samples}). Each element is one chain in a fixed order on any threads.
 */
public final class ImplicitGradients extends LayoutGradientNetwork {
    private final ImplicitLayout layout;
    private final GradientNetwork torso;
    private final float[] torsoParameters;
    private final float[] torsoGradient;
    private final Team team;
    private final int units;
    private final int values; // of a fraction
    private final int most; // fractions of a row
    private final float[] features; // of the torso, and their gradient
    private final float[] featureGradient;
    private final Matrix cosines; // with the ones below: [row][fraction]
    private final Matrix embedded;
    private final Matrix products;
    private final DenseStage embedding;
    private final DenseStages function;
    private final float[] quantiles; // [row][fraction][value], or their gradient
    private final Phase computing;
    private final Phase collecting;
    private final Phase returning;
    private final Phase gathering;
    private final Phase differentiating;
    // the current pass
    private float[] fractions; // null for the fixed ones
    private int samples;
    private int count;
    private float[] source;
    private float[] target;

    /**
     * @param torso learner's side of the network of features; closed with this one
     * @param maxRows the greatest number of rows of a minibatch
     * @param team team that computes each pass; not closed with the network
     */
    public ImplicitGradients(ImplicitLayout layout, GradientNetwork torso, int maxRows, Team team) {
        super(layout, maxRows);
        this.layout = layout;
        this.torso = torso;
        this.team = team;
        torsoParameters = new float[torso.parameterCount()];
        torsoGradient = new float[torso.parameterCount()];
        units = layout.quantiles().quantileUnits();
        values = layout.values();
        most = means() ? layout.quantiles().numQuantileSamples() : layout.samples();
        features = new float[Math.multiplyExact(maxRows, units)];
        featureGradient = new float[features.length];
        int rows = Math.multiplyExact(maxRows, most);
        int inputs = layout.embedding().inputs();
        cosines = Matrix.observations(rows, inputs);
        embedded = Matrix.activations(rows, units);
        products = Matrix.activations(rows, units);
        DenseKernel kernel = Kernels.best();
        embedding = new DenseStage(
                kernel,
                List.of(layout.embedding()),
                Activation.RELU,
                InputOrder.plain(inputs),
                cosines,
                embedded,
                false,
                team.lanes());
        function = new DenseStages(
                kernel,
                List.of(layout.function().stream().map(List::of).toList()),
                Activation.RELU,
                products,
                true,
                team.lanes());
        quantiles = new float[Math.multiplyExact(rows, values)];
        computing = Phases.ofRows(team.lanes(), () -> count * samples, this::compute);
        collecting = Phases.ofRows(team.lanes(), () -> count, this::collect);
        returning = Phases.ofRows(team.lanes(), () -> count * samples, this::giveBack);
        gathering = Phases.ofRows(team.lanes(), () -> count, this::gather);
        differentiating = Phases.ofRanges(
                new int[] {
                    embedding.ranges(),
                    function.get(0).ranges(),
                    function.get(1).ranges()
                },
                (stage, range, lane) -> (stage == 0 ? embedding : function.get(stage - 1))
                        .differentiate(range, count * samples, target, lane));
    }

    private boolean means() {
        return layout.samples() == 0;
    }

    @Override
    protected void load(float[] parameters) {
        System.arraycopy(parameters, 0, torsoParameters, 0, torsoParameters.length);
        torso.loadParameters(torsoParameters);
        embedding.load(parameters);
        function.get(0).load(parameters);
        function.get(1).load(parameters);
    }

    @Override
    protected void compute(ObservationBatch batch, int rows, float[] outputs) {
        fractions = means() ? null : batch.fractions();
        samples = means() ? most : batch.fractionsOfRow();
        if (!means() && (fractions == null || samples > most)) {
            throw new IllegalArgumentException("rows need 1 .. " + most + " fractions");
        }
        count = rows;
        target = outputs;
        torso.forward(batch, features);
        team.run(computing);
        team.run(collecting);
    }

    /** Computes the quantiles of these fractions of all rows. */
    private void compute(int first, int some) {
        for (int i = first; i < first + some; i++) {
            float fraction = fractions == null ? ImplicitQuantiles.midpoint(i % samples, samples) : fractions[i];
            layout.cosines(fraction, cosines.values(), cosines.at(i));
        }
        embedding.forwardRows(first, some);
        multiply(first, some, embedded.values(), products.values());
        function.forward(first, some, quantiles, 0, values);
    }

    /** Writes vectors times the rectified features of their rows. */
    private void multiply(int first, int some, float[] from, float[] to) {
        for (int i = first; i < first + some; i++) {
            int at = embedded.at(i); // both matrices have the same rows
            int feature = i / samples * units;
            for (int u = 0; u < units; u++) {
                to[at + u] = from[at + u] * Math.max(features[feature + u], 0);
            }
        }
    }

    private void collect(int first, int rows) {
        for (int row = first; row < first + rows; row++) {
            int from = row * samples * values;
            int to = row * outputWidth();
            if (means()) {
                means(quantiles, from, samples, values, target, to);
                continue;
            }
            for (int i = 0; i < samples * values; i++) {
                target[to + i % values * most + i / values] = quantiles[from + i];
            }
        }
    }

    /** Writes the mean of each value's quantiles {@code [sample][value]}, summed in their order. */
    public static void means(float[] quantiles, int from, int samples, int values, float[] to, int toAt) {
        for (int value = 0; value < values; value++) {
            double sum = 0;
            for (int i = 0; i < samples; i++) {
                sum += quantiles[from + i * values + value];
            }
            float mean = (float) (sum / samples);
            to[toAt + value] = Float.isNaN(mean) ? Float.NaN : mean; // output rows have one NaN
        }
    }

    @Override
    protected void differentiate(float[] outputGradient, int rows, float[] parameterGradient) {
        source = outputGradient;
        target = parameterGradient;
        team.run(returning);
        team.run(gathering);
        team.run(differentiating);
        torso.backward(featureGradient, torsoGradient);
        System.arraycopy(torsoGradient, 0, parameterGradient, 0, torsoGradient.length);
    }

    /** Computes the gradient of the products and the embeddings of these fractions of all rows. */
    private void giveBack(int first, int some) {
        for (int i = first * values; i < (first + some) * values; i++) {
            int row = i / (samples * values) * outputWidth();
            int value = i % values;
            quantiles[i] = means() ? source[row + value] / samples : source[row + value * most + i / values % samples];
        }
        function.backward(first, some, quantiles, 0, values, true);
        multiply(first, some, products.gradients(), embedded.gradients());
        embedding.activationBackward(first, some);
    }

    /** Computes the gradient of the features of these rows, summed over their fractions. */
    private void gather(int first, int rows) {
        Arrays.fill(featureGradient, first * units, (first + rows) * units, 0);
        for (int i = first * samples; i < (first + rows) * samples; i++) {
            int at = embedded.at(i);
            int feature = i / samples * units;
            for (int u = 0; u < units; u++) {
                float own = features[feature + u] > 0 ? embedded.values()[at + u] : 0;
                featureGradient[feature + u] += products.gradients()[at + u] * own;
            }
        }
    }

    @Override
    protected void free() {
        torso.close();
    }
}

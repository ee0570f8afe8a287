package io.htsrl.policies.network;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.ImplicitQuantiles;
import java.util.List;
import java.util.stream.Stream;

/**
 * Layout of an implicit quantile network {@code f(ψ(x) ⊙ φ(τ))} (Dabney et al. 2018, Section 3.1). The order: the torso
 * with the layer {@code quantile.features} as its head, whose rectified outputs are ψ; {@code quantile.embedding} of
 * {@code φ_j(τ) = relu(Σ_i cos(π i τ) w_ij + b_j)} (Eq. 4); then f, {@code quantile.hidden} and a head of action
 * values, with that of a dueling state. Immutable.
 */
public final class ImplicitLayout extends NetworkLayout {
    private final NetworkLayout torso;
    private final List<Tensor> torsoTensors;
    private final ImplicitQuantiles quantiles;
    private final int samples;
    private final DenseLayer embedding;
    private final List<DenseLayer> function;

    /**
     * @param torso network of {@link Heads#FEATURES}, at the front of the vector
     * @param first one output for each action
     * @param heads {@link Heads#Q} or {@link Heads#DUELING}
     */
    public ImplicitLayout(PolicyNetwork torso, ImplicitQuantiles quantiles, FirstHead first, Heads heads) {
        super(torso.observationSize(), first, heads);
        this.torso = torso.layout();
        this.torsoTensors = torso.tensors();
        this.quantiles = quantiles;
        this.samples = 0;
        int units = quantiles.quantileUnits();
        embedding = dense("quantile.embedding", quantiles.quantileEmbeddingDim(), units, torso.parameterCount());
        DenseLayer hidden = dense("quantile.hidden", units, units, embedding.end());
        function = List.of(hidden, dense(Heads.Q.firstHead(), units, outputWidth(), hidden.end()));
    }

    private ImplicitLayout(ImplicitLayout means, int samples) {
        super(means.observationSize(), new FirstHead(means.values() * samples, 0, 0, 0, samples), Heads.Q);
        this.torso = means.torso;
        this.torsoTensors = means.torsoTensors;
        this.quantiles = means.quantiles;
        this.samples = samples;
        this.embedding = means.embedding;
        this.function = means.function;
    }

    /** Returns the layout of the same tensors whose rows are {@code [value][newSamples]} quantiles. */
    public ImplicitLayout sampled(int newSamples) {
        return new ImplicitLayout(this, newSamples);
    }

    @Override
    public NetworkLayout torso() {
        return torso;
    }

    public ImplicitQuantiles quantiles() {
        return quantiles;
    }

    /** Returns the room for quantiles of each value in a row; 0 where rows hold their means. */
    public int samples() {
        return samples;
    }

    /** Returns the number of values of a fraction: one of each action, and one of a dueling state. */
    public int values() {
        return function.get(1).outputs();
    }

    /** Returns the layer of φ, which reads cosines. */
    public DenseLayer embedding() {
        return embedding;
    }

    /** Returns the layers of f: a rectified one, then the head. */
    public List<DenseLayer> function() {
        return function;
    }

    /**
     * Writes the inputs of the embedding, {@code cos(π i τ)} of i = 0 .. n - 1, by {@code cos((i + 1) x) = 2 cos(x)
     * cos(i x) - cos((i - 1) x)} in double: a cosine each would take longer than the embedding's products.
     */
    public void cosines(float fraction, float[] into, int at) {
        double first = DeterministicMath.cos(Math.PI * fraction);
        double before = first;
        double current = 1;
        for (int i = 0; i < embedding.inputs(); i++) {
            into[at + i] = (float) current;
            double next = 2 * first * current - before;
            before = current;
            current = next;
        }
    }

    @Override
    public int parameterCount() {
        return function.get(1).end();
    }

    @Override
    public List<Tensor> tensors() {
        Stream<DenseLayer> own = Stream.concat(Stream.of(embedding), function.stream());
        return Stream.concat(torsoTensors.stream(), own.flatMap(layer -> layer.tensors().stream()))
                .toList();
    }
}

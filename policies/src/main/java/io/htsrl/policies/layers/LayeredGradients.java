package io.htsrl.policies.layers;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.gradient.Phases;
import io.htsrl.policies.network.LayeredLayout;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Learner's side of a network of layers on the JVM's kernel. Outputs are the policy's, to the bit. Every element of a
 * gradient is one chain over the rows in their order, so the bits depend on neither threads nor processor.
 */
final class LayeredGradients extends LayoutGradientNetwork {
    private static final int[] NONE = {};

    private final LayerPasses passes;
    private final LayerWeights weights;
    private final Team team;
    private final Phase loading;
    private final Phase computing;
    private final Phase returning;
    private final Phase differentiating;
    private final Phase measuring;
    private final Phase summing;
    /** Indices of the batch normalisations among the steps. */
    private final int[] norms;

    private Statistics statistics = Statistics.RUNNING;
    // the current pass
    private int rows;
    private float[] source;
    private float[] target;
    // the current phase
    private int from;
    private int to;
    private BatchNormalizationStep norm;

    /** @param team team that computes each pass; not closed with the network */
    LayeredGradients(LayeredLayout layout, int maxRows, Team team) {
        super(layout, maxRows);
        this.team = team;
        passes = new LayerPasses(layout, maxRows, team.lanes());
        weights = new LayerWeights(layout, false);
        LayerStep[] steps = passes.steps();
        loading = new Phase(() -> steps.length, (step, lane) -> steps[step].load(source));
        computing = Phases.ofRows(team.lanes(), () -> rows, this::compute);
        returning = Phases.ofRows(team.lanes(), () -> rows, this::backward);
        differentiating = Phases.ofRanges(
                Stream.of(steps).mapToInt(LayerStep::ranges).toArray(),
                (step, range, lane) -> steps[step].differentiate(weights, range, rows, target, lane));
        norms = IntStream.range(0, steps.length)
                .filter(step -> steps[step] instanceof BatchNormalizationStep)
                .toArray();
        measuring = Phase.ofBlocks(
                () -> norm.units(),
                BatchNormalizationStep.UNITS,
                (first, end, lane) -> norm.measure(weights, first, end, rows));
        summing = Phase.ofBlocks(
                () -> norm.units(),
                BatchNormalizationStep.UNITS,
                (first, end, lane) -> norm.sum(weights, first, end, rows));
    }

    @Override
    protected void load(float[] parameters) {
        weights.load(parameters);
        source = parameters;
        team.run(loading);
    }

    @Override
    protected void compute(ObservationBatch batch, int newRows, float[] outputs) {
        passes.over(batch, 0);
        rows = newRows;
        target = outputs;
        from = 0;
        for (int index : cuts()) {
            to = index;
            team.run(computing);
            norm = norm(index);
            team.run(measuring);
            from = index;
        }
        to = passes.steps().length;
        team.run(computing);
    }

    /** Returns the steps before which all rows must have passed the others; none by the running statistics. */
    private int[] cuts() {
        return statistics == Statistics.RUNNING ? NONE : norms;
    }

    private BatchNormalizationStep norm(int step) {
        return (BatchNormalizationStep) passes.steps()[step];
    }

    @Override
    public void normalizeBy(Statistics newStatistics) {
        statistics = newStatistics;
        for (int index : norms) {
            norm(index).normalizeBy(newStatistics);
        }
    }

    @Override
    public void moveStatistics(float[] parameters, double share) {
        for (int index : norms) {
            norm(index).moveStatistics(weights, parameters, share);
        }
    }

    private void compute(int first, int count) {
        passes.forward(weights, from, to, first, count);
        for (int row = first; to == passes.steps().length && row < first + count; row++) {
            passes.copyOutputs(row, target, row * outputWidth());
        }
    }

    /** Returns the action input of a critic. */
    ActionStep actions() {
        return passes.actions();
    }

    /** Computes the gradients of all layers' outputs, of the rows of the last forward. */
    void returnGradients(float[] outputGradient) {
        source = outputGradient;
        int[] cuts = cuts();
        to = passes.steps().length;
        for (int i = cuts.length - 1; i >= 0; i--) {
            from = cuts[i] + 1;
            team.run(returning);
            norm = norm(cuts[i]);
            team.run(summing);
            to = from;
        }
        from = 0;
        team.run(returning);
    }

    @Override
    protected void differentiate(float[] outputGradient, int newRows, float[] parameterGradient) {
        returnGradients(outputGradient);
        target = parameterGradient;
        for (LayerStep step : passes.steps()) {
            step.beginSums();
        }
        team.run(differentiating);
        for (LayerStep step : passes.steps()) {
            step.endSums(parameterGradient);
        }
    }

    private void backward(int first, int count) {
        for (int row = first; to == passes.steps().length && row < first + count; row++) {
            passes.setGradient(row, source, row * outputWidth());
        }
        passes.backward(weights, from, to, first, count);
    }
}

package io.htsrl.policies.layers;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.LayoutGradientNetwork;
import io.htsrl.policies.gradient.Phases;
import io.htsrl.policies.network.LayeredLayout;
import java.util.stream.Stream;

/**
 * Learner's side of a network of layers on the JVM's kernel. Outputs are the policy's, to the bit. Every element of a
 * gradient is one chain over the rows in their order, so the bits depend on neither threads nor processor.
 */
final class LayeredGradients extends LayoutGradientNetwork {
    private final LayerPasses passes;
    private final LayerWeights weights;
    private final Team team;
    private final Phase loading;
    private final Phase computing;
    private final Phase returning;
    private final Phase differentiating;
    // the current pass
    private int rows;
    private float[] source;
    private float[] target;

    /** @param team team that computes each pass; not closed with the network */
    LayeredGradients(LayeredLayout layout, int maxRows, Team team) {
        super(layout, maxRows);
        this.team = team;
        passes = new LayerPasses(layout, maxRows, team.lanes());
        weights = new LayerWeights(layout, false);
        LayerStep[] steps = passes.steps();
        loading = new Phase(() -> steps.length, (step, lane) -> steps[step].load(source));
        computing = Phases.ofRows(() -> rows, this::compute);
        returning = Phases.ofRows(() -> rows, this::backward);
        differentiating = Phases.ofRanges(
                Stream.of(steps).mapToInt(LayerStep::ranges).toArray(),
                (step, range, lane) -> steps[step].differentiate(range, rows, target, lane));
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
        team.run(computing);
    }

    private void compute(int first, int count) {
        passes.forward(weights, first, count);
        for (int row = first; row < first + count; row++) {
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
        for (int row = first; row < first + count; row++) {
            passes.setGradient(row, source, row * outputWidth());
        }
        passes.backward(weights, first, count);
    }
}

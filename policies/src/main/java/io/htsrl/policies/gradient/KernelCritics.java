package io.htsrl.policies.gradient;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.CriticNetwork;
import io.htsrl.policies.network.CriticsLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Critics on the JVM's own kernel. A phase's units are blocks of rows, or strips of weights, of all critics, so that
 * threads compute twin critics side by side. Every element of values and gradients is one chain of fma in a fixed order:
 * neither threads nor the processor reach a bit.
 */
public final class KernelCritics implements CriticNetwork {
    private final CriticsLayout layout;
    private final boolean back;
    private final int maxRows;
    private final Team team;
    private final CriticPass[] passes;
    private final Phase loading;
    private final Phase computing;
    private final Phase returning;
    private final Phase differentiating;
    // the pass under way
    private ObservationBatch batch;
    private float[] actions;
    private float[] source;
    private float[] target;
    private int rows;
    private int critics;
    private boolean toInput;

    /**
     * @param maxRows the greatest number of rows of a minibatch
     * @param team    that shares each pass
     */
    public KernelCritics(CriticsLayout layout, int maxRows, Team team) {
        this(layout, maxRows, team, Kernels.best(), true);
    }

    /** Critics that compute values alone, such as targets: they keep nothing for the way back. */
    public static KernelCritics forwardOnly(CriticsLayout layout, int maxRows, Team team) {
        return new KernelCritics(layout, maxRows, team, Kernels.best(), false);
    }

    KernelCritics(CriticsLayout layout, int maxRows, Team team, DenseKernel kernel, boolean back) {
        if (maxRows < 1) {
            throw new IllegalArgumentException("minibatches of at most " + maxRows + " rows");
        }
        this.layout = layout;
        this.back = back;
        this.maxRows = maxRows;
        this.team = team;
        passes = new CriticPass[layout.critics()];
        Arrays.setAll(passes, i -> new CriticPass(kernel, layout, i, maxRows, team.lanes(), back));
        int stages = passes[0].stages();
        loading = new Phase(
                () -> passes.length * stages, (unit, lane) -> passes[unit / stages].load(unit % stages, source));
        computing = Phases.ofRowsEach(() -> critics, () -> rows, this::compute);
        returning = Phases.ofRowsEach(() -> critics, () -> rows, this::goBack);
        int[][] strips = strips();
        differentiating = new Phase(() -> strips.length, (unit, lane) -> differentiate(strips[unit], lane));
    }

    /** Critic, stage and strip of each unit. */
    private int[][] strips() {
        List<int[]> all = new ArrayList<>();
        for (int critic = 0; critic < passes.length; critic++) {
            for (int stage = 0; stage < passes[critic].stages(); stage++) {
                for (int strip = 0; strip < passes[critic].strips(stage); strip++) {
                    all.add(new int[] {critic, stage, strip});
                }
            }
        }
        return all.toArray(int[][]::new);
    }

    @Override
    public CriticsLayout layout() {
        return layout;
    }

    @Override
    public int maxRows() {
        return maxRows;
    }

    @Override
    public void loadParameters(float[] parameters) {
        checkLength(parameters, "parameters");
        source = parameters;
        team.run(loading);
    }

    @Override
    public void forward(ObservationBatch observations, float[] newActions, int newCritics, float[] outputs) {
        if (observations.rows() < 1 || observations.rows() > maxRows) {
            throw new IllegalArgumentException(observations.rows() + " rows; made for 1 .. " + maxRows);
        }
        if (newCritics < 1 || newCritics > passes.length) {
            throw new IllegalArgumentException(newCritics + " critics of " + passes.length);
        }
        batch = observations;
        actions = newActions;
        rows = observations.rows();
        critics = newCritics;
        target = outputs;
        team.run(computing);
    }

    private void compute(int critic, int first, int count) {
        passes[critic].forward(batch, actions, first, count, target, critic * rows * layout.outputs());
    }

    @Override
    public void backward(float[] outputGradient, float[] parameterGradient) {
        if (critics < passes.length) {
            throw new IllegalStateException("backward after a forward of " + critics + " of " + passes.length);
        }
        checkLength(parameterGradient, "gradient elements");
        back(outputGradient, false);
        target = parameterGradient;
        team.run(differentiating);
    }

    private void back(float[] outputGradient, boolean newToInput) {
        if (!back) {
            throw new IllegalStateException("a gradient of critics that were made for values alone");
        }
        source = outputGradient;
        toInput = newToInput;
        team.run(returning);
    }

    private void goBack(int critic, int first, int count) {
        passes[critic].back(source, critic * rows * layout.outputs(), first, count, toInput);
    }

    private void differentiate(int[] unit, int lane) {
        passes[unit[0]].differentiate(unit[1], unit[2], rows, target, lane);
    }

    @Override
    public void actionGradient(float[] outputGradient, float[] actionGradient) {
        if (rows == 0) {
            throw new IllegalStateException("a gradient before any forward");
        }
        back(outputGradient, true);
        Arrays.fill(actionGradient, 0, rows * layout.actionWidth(), 0);
        for (int critic = 0; critic < critics; critic++) {
            passes[critic].addActionGradient(rows, actionGradient);
        }
    }

    private void checkLength(float[] vector, String what) {
        if (vector.length != layout.parameterCount()) {
            throw new IllegalArgumentException(
                    vector.length + " " + what + " for critics of " + layout.parameterCount());
        }
    }
}

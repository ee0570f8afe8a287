package io.htsrl.policies.layers;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.work.Team;
import io.htsrl.policies.gradient.Critics;
import io.htsrl.policies.gradient.CriticsLayout;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.LayeredLayout;
import java.util.Arrays;

/** Critics with networks of layers, such as convolutions; one critic after another, each by the whole team. */
public final class LayeredCritics implements Critics {
    private final CriticsLayout layout;
    private final int maxRows;
    private final LayeredGradients[] networks;
    // of one critic
    private final float[] parameters;
    private final float[] gradient;
    private final float[] outputs;
    // of the last forward
    private int rows;
    private int critics;

    /**
     * @param maxRows the greatest number of rows of a minibatch
     * @param team team that computes each pass
     */
    public LayeredCritics(CriticsLayout layout, int maxRows, Team team) {
        this.layout = layout;
        this.maxRows = maxRows;
        LayeredLayout critic = (LayeredLayout) layout.critic();
        networks = new LayeredGradients[layout.critics()];
        Arrays.setAll(networks, i -> new LayeredGradients(critic, maxRows, team));
        parameters = new float[critic.parameterCount()];
        gradient = new float[critic.parameterCount()];
        outputs = new float[maxRows * layout.outputs()];
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
    public void loadParameters(float[] all) {
        layout.checkLength(all);
        for (int i = 0; i < networks.length; i++) {
            System.arraycopy(all, layout.offset(i), parameters, 0, parameters.length);
            networks[i].loadParameters(parameters);
        }
    }

    @Override
    public void forward(ObservationBatch observations, float[] actions, int newCritics, float[] values) {
        rows = observations.rows();
        critics = newCritics;
        for (int i = 0; i < critics; i++) {
            if (layout.actionWidth() > 0) {
                networks[i].actions().over(actions);
            }
            networks[i].forward(observations, outputs);
            System.arraycopy(outputs, 0, values, i * rows * layout.outputs(), rows * layout.outputs());
        }
    }

    @Override
    public void normalizeBy(GradientNetwork.Statistics statistics) {
        for (LayeredGradients network : networks) {
            network.normalizeBy(statistics);
        }
    }

    @Override
    public void moveStatistics(float[] all, double share) {
        for (int i = 0; i < networks.length; i++) {
            System.arraycopy(all, layout.offset(i), parameters, 0, parameters.length);
            networks[i].moveStatistics(parameters, share);
            System.arraycopy(parameters, 0, all, layout.offset(i), parameters.length);
        }
    }

    @Override
    public void backward(float[] outputGradient, float[] parameterGradient) {
        if (critics < networks.length) {
            throw new IllegalStateException("backward after a forward of " + critics + " of " + networks.length);
        }
        layout.checkLength(parameterGradient);
        for (int i = 0; i < networks.length; i++) {
            networks[i].backward(of(i, outputGradient), gradient);
            System.arraycopy(gradient, 0, parameterGradient, layout.offset(i), gradient.length);
        }
    }

    @Override
    public void actionGradient(float[] outputGradient, float[] actionGradient) {
        Arrays.fill(actionGradient, 0, rows * layout.actionWidth(), 0);
        for (int i = 0; i < critics && layout.actionWidth() > 0; i++) {
            networks[i].returnGradients(of(i, outputGradient));
            networks[i].actions().addGradient(rows, actionGradient);
        }
    }

    /** Copies the part of one critic from {@code [critics][rows][outputs]}. */
    private float[] of(int critic, float[] all) {
        int size = rows * layout.outputs();
        System.arraycopy(all, critic * size, outputs, 0, size);
        return outputs;
    }
}

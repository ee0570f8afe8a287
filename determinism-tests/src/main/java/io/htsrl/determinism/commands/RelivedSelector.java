package io.htsrl.determinism.commands;

import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.policy.SquashedGaussian.SquashedDraw;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.render.RgbFrame;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Selector of a relived replica, which keeps what the bank does not: pictures of the environment after each step of the
 * interval (after an episode's last step, the next one's start), and the log-probabilities of squashed Gaussians, which
 * stored actions, rounded near ±1, do not determine. On the replica's thread; read after the run.
 */
final class RelivedSelector implements ActionSelector {
    private final ActionSelector made;
    private final long first;
    private final SquashedDraw draw; // null of other heads
    private final double[] logProbabilities; // NaN where the action was not drawn from the policy
    private final float[] drawn;
    private final List<RgbFrame> pictures = new ArrayList<>();
    private FrameSource source; // null for no pictures

    /** @param steps of each replica in an interval */
    RelivedSelector(ActionSelector made, ActionHead head, long interval, int steps) {
        this.made = made;
        this.first = interval * steps;
        this.draw = head instanceof SquashedGaussian squashed ? squashed.newDraw() : null;
        this.logProbabilities = new double[steps];
        this.drawn = new float[head.actionWidth()];
    }

    /** Prepares pictures of the replica, before the run's first step. */
    void paint(FrameSource newSource) {
        source = newSource;
    }

    @Override
    public void select(float[] outputs, int outputAt, RandomStream draws, long step, float[] actions, int actionAt) {
        boolean relived = step >= first && step < first + logProbabilities.length;
        pictures();
        if (source != null && relived) {
            source.want();
        }
        made.select(outputs, outputAt, draws, step, actions, actionAt);
        if (relived && draw != null) {
            draw.draw(outputs, outputAt, draws, step, drawn, 0);
            boolean same = Arrays.equals(drawn, 0, drawn.length, actions, actionAt, actionAt + drawn.length);
            logProbabilities[(int) (step - first)] = same ? draw.logProbability() : Double.NaN;
        }
    }

    /** Returns ln π of each action, NaN where it was not drawn from the policy; empty for other heads. */
    Optional<double[]> logProbabilities() {
        return Optional.ofNullable(draw == null ? null : logProbabilities);
    }

    /** Returns the pictures taken so far. */
    List<RgbFrame> pictures() {
        if (source != null) {
            source.take().ifPresent(pictures::add);
        }
        return pictures;
    }

    @Override
    public void beginEpisode() {
        made.beginEpisode();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        made.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        made.restore(in);
    }
}

package io.htsrl.determinism.commands;

import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.policy.SquashedGaussian.SquashedDraw;
import io.htsrl.core.random.RandomStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Selector of a relived replica. Before each step it asks for a picture. Of actions drawn from a squashed Gaussian it
 * keeps the log-probability, from the same draw: the stored action alone, rounded near ±1, does not determine it. On
 * the replica's thread; read after the run.
 */
final class RelivedSelector implements ActionSelector {
    private final ActionSelector made;
    private final long first;
    private final IntervalPictures pictures; // null for none
    private final SquashedDraw draw; // null of other heads
    private final double[] logProbabilities; // NaN where the action was not drawn from the policy
    private final float[] drawn;

    /** @param steps of each replica in an interval */
    RelivedSelector(ActionSelector made, ActionHead head, long interval, int steps, IntervalPictures pictures) {
        this.made = made;
        this.first = interval * steps;
        this.pictures = pictures;
        this.draw = head instanceof SquashedGaussian squashed ? squashed.newDraw() : null;
        this.logProbabilities = new double[steps];
        this.drawn = new float[head.actionWidth()];
    }

    @Override
    public void select(float[] outputs, int outputAt, RandomStream draws, long step, float[] actions, int actionAt) {
        boolean relived = step >= first && step < first + logProbabilities.length;
        if (pictures != null) {
            pictures.beforeStep(relived);
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

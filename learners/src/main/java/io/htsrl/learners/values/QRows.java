package io.htsrl.learners.values;

import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.ValueDistribution;
import io.htsrl.learners.offpolicy.insertion.InsertedRollouts.RowValues;

/** Learner's side of rows of action values: their gradients too. Immutable, any thread. */
public record QRows(ActionValues head) implements RowValues {

    /** Creates the reader of plain rows, or of dueling ones: {@code [advantages | value]}. */
    public QRows(int actions, boolean dueling) {
        this(new ActionValues(actions, dueling, ValueDistribution.NONE));
    }

    public int width() {
        return head.width();
    }

    /** Returns Q(s, action). */
    public double value(float[] outputs, int offset, int action) {
        return head.value(outputs, offset, action);
    }

    /** Returns the action of the greatest value; the first of equal ones. */
    public int greatest(float[] outputs, int offset) {
        return head.greatest(outputs, offset);
    }

    @Override
    public double taken(float[] outputs, int offset, float[] actions, int actionOffset) {
        return value(outputs, offset, (int) actions[actionOffset]);
    }

    @Override
    public double best(float[] outputs, int offset) {
        return value(outputs, offset, greatest(outputs, offset));
    }

    /** Writes the gradient of a row of values, given that of Q(s, action). */
    public void gradient(double ofValue, int action, float[] outputs, float[] gradient, int offset) {
        gradient(ofValue, 0, action, outputs, gradient, offset);
    }

    /** Writes the part of one atom in the gradient of the row at {@code offset}, given that of the action's atom. */
    public void gradient(double ofAtom, int atom, int action, float[] outputs, float[] gradient, int offset) {
        int atoms = head.actionOutputs();
        double ofMean = head.dueling() ? -ofAtom / head.allowed(outputs, offset) : 0;
        for (int i = 0; i < head.count(); i++) {
            boolean allowed = head.allows(outputs, offset, i);
            gradient[offset + i * atoms + atom] = allowed ? (float) (ofMean + (i == action ? ofAtom : 0)) : 0;
        }
        if (head.dueling()) {
            gradient[offset + head.count() * atoms + atom] = (float) ofAtom;
        }
    }
}

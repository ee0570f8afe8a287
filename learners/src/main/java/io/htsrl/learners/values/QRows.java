package io.htsrl.learners.values;

import io.htsrl.core.policy.OutputRow;
import io.htsrl.learners.offpolicy.insertion.InsertedRollouts.RowValues;

/**
 * Reader of action values in output rows: plain rows, or dueling rows {@code [advantages | value]} combined as {@code Q
 * = V + A - mean(A)} (Wang et al. 2016, Eq. 9), the mean over the allowed actions. Immutable, any thread.
 */
public record QRows(int actions, boolean dueling) implements RowValues {

    public int width() {
        return dueling ? actions + 1 : actions;
    }

    /** Returns Q(s, action). */
    public double value(float[] outputs, int offset, int action) {
        return outputs[offset + action] + shift(outputs, offset);
    }

    /** Returns the action of the greatest value; the first of equal ones. */
    public int greatest(float[] outputs, int offset) {
        return OutputRow.indexOfGreatest(outputs, offset, actions);
    }

    @Override
    public double taken(float[] outputs, int offset, float[] actions, int actionOffset) {
        return value(outputs, offset, (int) actions[actionOffset]);
    }

    @Override
    public double best(float[] outputs, int offset) {
        return value(outputs, offset, greatest(outputs, offset));
    }

    private double shift(float[] outputs, int offset) {
        if (!dueling) {
            return 0;
        }
        double sum = 0;
        for (int action = 0; action < actions; action++) {
            sum += outputs[offset + action] == OutputRow.FORBIDDEN ? 0 : outputs[offset + action];
        }
        return outputs[offset + actions] - sum / OutputRow.allowed(outputs, offset, actions);
    }

    /** Writes the gradient of the row at {@code offset} of {@code outputs}, given that of Q(s, action). */
    public void gradient(double ofValue, int action, float[] outputs, float[] gradient, int offset) {
        double ofMean = dueling ? -ofValue / OutputRow.allowed(outputs, offset, actions) : 0;
        for (int i = 0; i < actions; i++) {
            boolean allowed = outputs[offset + i] != OutputRow.FORBIDDEN;
            gradient[offset + i] = allowed ? (float) (ofMean + (i == action ? ofValue : 0)) : 0;
        }
        if (dueling) {
            gradient[offset + actions] = (float) ofValue;
        }
    }
}

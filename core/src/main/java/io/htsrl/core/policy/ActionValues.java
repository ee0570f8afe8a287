package io.htsrl.core.policy;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.ValueDistribution.Kind;
import io.htsrl.core.random.RandomStream;

/**
 * The values of {@code count} discrete actions: the action with the greatest value is taken, the first of equals,
 * without a random draw. The one reader of their rows, {@code [action][atom]}: an action's value is its only atom, or
 * the mean of a {@link ValueDistribution}. Behind them a dueling row has an atom row of the state, and each atom is
 * {@code V + A - mean(A)} (Wang et al. 2016, Eq. 9) over the allowed actions. Immutable, any thread.
 */
public record ActionValues(int count, boolean dueling, ValueDistribution distribution) implements ActionHead {

    /** Creates a head whose outputs are the values. */
    public ActionValues(int count) {
        this(count, false, ValueDistribution.NONE);
    }

    @Override
    public String name() {
        return "values";
    }

    /** Returns the floats of this head; a dueling state's value is another head's unless it is a distribution. */
    @Override
    public int outputs() {
        return distribution.isUsed() ? width() : count;
    }

    /** Returns the floats of a row. */
    public int width() {
        return (dueling ? count + 1 : count) * atoms();
    }

    @Override
    public int actionOutputs() {
        return atoms();
    }

    private int atoms() {
        return distribution.nAtoms();
    }

    @Override
    public int actionWidth() {
        return 1;
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        mode(outputs, outputOffset, actions, actionOffset);
    }

    @Override
    public void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        check(outputs, outputOffset);
        actions[actionOffset] = greatest(outputs, outputOffset);
    }

    /** @throws io.htsrl.core.error.DivergedException when an output of an action is NaN */
    void check(float[] outputs, int offset) {
        OutputRow.checkNumbers(outputs, offset, count * atoms(), distribution.isUsed() ? "output" : "action");
    }

    /** Returns whether the environment's mask allows an action. */
    public boolean allows(float[] outputs, int offset, int action) {
        return outputs[offset + action * atoms()] != OutputRow.FORBIDDEN;
    }

    /** Returns the number of allowed actions. */
    public int allowed(float[] outputs, int offset) {
        int allowed = 0;
        for (int action = 0; action < count; action++) {
            allowed += allows(outputs, offset, action) ? 1 : 0;
        }
        return allowed;
    }

    /** Returns the allowed action before which there are {@code before} allowed ones. */
    int actionOfAllowed(float[] outputs, int offset, int before) {
        int action = 0;
        for (int left = before; left > 0 || !allows(outputs, offset, action); action++) {
            left -= allows(outputs, offset, action) ? 1 : 0;
        }
        return action;
    }

    /** Returns the allowed action of the greatest value; the first of equal ones. */
    public int greatest(float[] outputs, int offset) {
        return distribution.isUsed()
                ? greatest(outputs, offset, atoms())
                : OutputRow.indexOfGreatest(outputs, offset, count);
    }

    /** Returns the same of a distribution of which only the first {@code used} atoms count. */
    public int greatest(float[] outputs, int offset, int used) {
        int greatest = actionOfAllowed(outputs, offset, 0);
        double most = value(outputs, offset, greatest, used);
        for (int action = greatest + 1; action < count; action++) {
            double value = allows(outputs, offset, action) ? value(outputs, offset, action, used) : Double.NaN;
            if (value > most) {
                greatest = action;
                most = value;
            }
        }
        return greatest;
    }

    /** Returns Q(s, action). */
    public double value(float[] outputs, int offset, int action) {
        return value(outputs, offset, action, atoms());
    }

    /** Returns Q(s, action) of the first {@code used} atoms; of all those of a categorical distribution. */
    public double value(float[] outputs, int offset, int action, int used) {
        return distribution.distributional() == Kind.CATEGORICAL
                ? expectation(outputs, offset, action)
                : mean(outputs, offset, action, used);
    }

    private double mean(float[] outputs, int offset, int action, int used) {
        double sum = atom(outputs, offset, action, 0);
        for (int i = 1; i < used; i++) {
            sum += atom(outputs, offset, action, i);
        }
        return sum / used;
    }

    private double expectation(float[] outputs, int offset, int action) {
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < atoms(); i++) {
            greatest = Math.max(greatest, atom(outputs, offset, action, i));
        }
        double sum = 0;
        double moment = 0;
        for (int i = 0; i < atoms(); i++) {
            double weight = DeterministicMath.exp(atom(outputs, offset, action, i) - greatest);
            sum += weight;
            moment += weight * distribution.support(i);
        }
        return moment / sum;
    }

    /** Returns an atom of an allowed action: its value, a quantile or a logit. */
    public double atom(float[] outputs, int offset, int action, int atom) {
        return outputs[offset + action * atoms() + atom] + shift(outputs, offset, atom);
    }

    private double shift(float[] outputs, int offset, int atom) {
        if (!dueling) {
            return 0;
        }
        double sum = 0;
        for (int action = 0; action < count; action++) {
            sum += allows(outputs, offset, action) ? outputs[offset + action * atoms() + atom] : 0;
        }
        return outputs[offset + count * atoms() + atom] - sum / allowed(outputs, offset);
    }
}

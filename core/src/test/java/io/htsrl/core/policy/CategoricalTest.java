package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CategoricalTest {
    private static final double STEP = 1e-3;

    private static float[] array(List<Float> values) {
        float[] array = new float[values.size()];
        for (int i = 0; i < array.length; i++) {
            array[i] = values.get(i);
        }
        return array;
    }

    private static double[] evaluate(float[] logits, int action) {
        ActionDistribution distribution = new Categorical(logits.length).newDistribution();
        distribution.evaluate(logits, 0, new float[] {action}, 0);
        return new double[] {distribution.logProbability(), distribution.entropy()};
    }

    @Property(tries = 300)
    void shouldAgreeWithTheDefinition(
            @ForAll @Size(5) List<@FloatRange(min = -4, max = 4) Float> values, @ForAll @IntRange(max = 4) int action) {
        float[] logits = array(values);
        double sum = 0;
        for (float logit : logits) {
            sum += Math.exp(logit);
        }
        double entropy = 0;
        for (float logit : logits) {
            entropy -= Math.exp(logit) / sum * (logit - Math.log(sum));
        }
        double[] got = evaluate(logits, action);
        assertEquals(logits[action] - Math.log(sum), got[0], 1e-9);
        assertEquals(entropy, got[1], 1e-9);
    }

    @Property(tries = 300)
    void shouldHaveTheGradientOfFiniteDifferences(
            @ForAll @Size(4) List<@FloatRange(min = -3, max = 3) Float> values, @ForAll @IntRange(max = 3) int action) {
        float[] logits = array(values);
        ActionDistribution distribution = new Categorical(4).newDistribution();
        distribution.evaluate(logits, 0, new float[] {action}, 0);
        float[] gradient = new float[6];
        distribution.gradient(0.7, -0.4, gradient, 1);
        for (int i = 0; i < 4; i++) {
            float[] up = logits.clone();
            float[] down = logits.clone();
            up[i] += (float) STEP;
            down[i] -= (float) STEP;
            double width = (double) up[i] - down[i];
            double[] above = evaluate(up, action);
            double[] below = evaluate(down, action);
            double expected = (0.7 * (above[0] - below[0]) - 0.4 * (above[1] - below[1])) / width;
            assertEquals(expected, gradient[1 + i], 1e-5);
        }
        assertEquals(0f, gradient[0]);
        assertEquals(0f, gradient[5]);
    }

    /** Forbidden actions have probability 0 and gradient 0: all else is that of the allowed ones alone. */
    @Property(tries = 300)
    void shouldCountOnlyAllowedActions(
            @ForAll @Size(5) List<@FloatRange(min = -3, max = 3) Float> values,
            @ForAll @IntRange(min = 1, max = 31) int mask,
            @ForAll @FloatRange(min = -1, max = 1) float weight) {
        float[] logits = array(values);
        float[] allowed = new float[Integer.bitCount(mask)];
        for (int i = 0, next = 0; i < logits.length; i++) {
            if ((mask >> i & 1) == 1) {
                allowed[next++] = logits[i];
            } else {
                logits[i] = OutputRow.FORBIDDEN;
            }
        }
        ActionDistribution masked = new Categorical(5).newDistribution();
        ActionDistribution alone = new Categorical(allowed.length).newDistribution();
        for (int i = 0, next = 0; i < logits.length; i++) {
            masked.evaluate(logits, 0, new float[] {i}, 0);
            if (logits[i] == OutputRow.FORBIDDEN) {
                assertEquals(0, Math.exp(masked.logProbability()));
                continue;
            }
            alone.evaluate(allowed, 0, new float[] {next}, 0);
            assertEquals(alone.logProbability() + 0.0, masked.logProbability() + 0.0);
            assertEquals(alone.entropy() + 0.0, masked.entropy() + 0.0);
            float[] expected = new float[allowed.length];
            float[] gradient = new float[5];
            alone.gradient(weight, 0.3, expected, 0);
            masked.gradient(weight, 0.3, gradient, 0);
            for (int j = 0, k = 0; j < gradient.length; j++) {
                assertEquals(logits[j] == OutputRow.FORBIDDEN ? 0f : expected[k++] + 0f, gradient[j] + 0f);
            }
            next++;
        }
    }

    @Property(tries = 300)
    void shouldNeverDrawAForbiddenAction(
            @ForAll @Size(5) List<@FloatRange(min = -80, max = 80) Float> values,
            @ForAll @IntRange(min = 1, max = 31) int mask,
            @ForAll @DoubleRange(min = 0, max = 0.99) double uniform) {
        float[] logits = array(values);
        for (int i = 0; i < logits.length; i++) {
            logits[i] = (mask >> i & 1) == 1 ? logits[i] : OutputRow.FORBIDDEN;
        }
        for (double draw : new double[] {0, uniform, 1 - 0x1p-53}) {
            assertEquals(1, mask >> Categorical.draw(logits, 0, 5, draw) & 1);
        }
        float[] best = new float[1];
        new Categorical(5).mode(logits, 0, best, 0);
        assertEquals(1, mask >> (int) best[0] & 1);
    }
}

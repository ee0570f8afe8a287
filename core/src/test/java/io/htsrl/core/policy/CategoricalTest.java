package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
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
}

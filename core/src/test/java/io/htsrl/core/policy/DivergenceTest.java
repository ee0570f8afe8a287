package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.policy.DistributionHead.ActionDistribution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares every head's KL divergence with its definition, Fisher matrices with divergences' second differences. */
class DivergenceTest {
    private static final double STEP = 1.0 / 64;
    private static final float[] ROW = {0.3f, -1, 0.5f, 1, -0.25f, 0.125f};
    private static final float[] OTHER = {-0.2f, 0.4f, 0.75f, -0.5f, 0.25f, -0.375f};

    private static DistributionHead head(String name) {
        return switch (name) {
            case "categorical" -> new Categorical(6);
            case "multi-categorical" -> new MultiCategorical(2, 4);
            default ->
                new DiagonalGaussian(new ActionSpace.Continuous(new float[] {-1, -1, -1}, new float[] {1, 1, 1}), 0, 1);
        };
    }

    /** An action and its weight in an expectation. */
    private record Node(float[] action, double weight) {}

    /** Every action, or the points of a quadrature of three for each component, exact to the fifth power. */
    private static List<Node> nodes(String name, float[] row) {
        List<Node> nodes = new ArrayList<>();
        ActionDistribution distribution = head(name).newDistribution();
        if (name.equals("gaussian")) {
            for (int i = 0; i < 27; i++) {
                int[] point = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
                float[] action = new float[3];
                double weight = 1;
                for (int j = 0; j < 3; j++) {
                    action[j] = (float) (row[j] + Math.exp(row[3 + j]) * Math.sqrt(3) * point[j]);
                    weight *= point[j] == 0 ? 2.0 / 3 : 1.0 / 6;
                }
                nodes.add(new Node(action, weight));
            }
            return nodes;
        }
        for (int i = 0; i < (name.equals("categorical") ? 6 : 8); i++) {
            float[] action = {name.equals("categorical") ? i : i / 4, i % 4};
            distribution.evaluate(row, 0, action, 0);
            nodes.add(new Node(action, Math.exp(distribution.logProbability())));
        }
        return nodes;
    }

    private static ActionDistribution at(String name, float[] row) {
        ActionDistribution distribution = head(name).newDistribution();
        distribution.evaluate(row, 0, new float[3], 0);
        return distribution;
    }

    @ParameterizedTest
    @ValueSource(strings = {"categorical", "multi-categorical", "gaussian"})
    void shouldBeTheMeanDifferenceOfLogProbabilities(String name) {
        double expected = 0;
        ActionDistribution p = head(name).newDistribution();
        ActionDistribution q = head(name).newDistribution();
        for (Node node : nodes(name, ROW)) {
            p.evaluate(ROW, 0, node.action(), 0);
            q.evaluate(OTHER, 0, node.action(), 0);
            expected += node.weight() * (p.logProbability() - q.logProbability());
        }
        assertTrue(expected > 0.1);
        assertEquals(expected, at(name, ROW).divergence(at(name, OTHER)), 1e-6);
        assertEquals(0, at(name, ROW).divergence(at(name, ROW)), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"categorical", "multi-categorical", "gaussian"})
    void shouldHaveTheFisherMatrixAsItsHessian(String name) {
        float[] product = new float[8];
        System.arraycopy(OTHER, 0, product, 1, 6);
        at(name, ROW).fisher(0.7, product, 1);
        for (int i = 0; i < 6; i++) {
            double second = 0;
            for (int along = -1; along <= 1; along += 2) {
                for (int own = -1; own <= 1; own += 2) {
                    float[] moved = ROW.clone();
                    for (int j = 0; j < 6; j++) {
                        moved[j] += (float) (along * STEP * OTHER[j] + (j == i ? own * STEP : 0));
                    }
                    second += along * own * at(name, ROW).divergence(at(name, moved));
                }
            }
            assertEquals(0.7 * second / (4 * STEP * STEP), product[1 + i], 1e-3, "output " + i);
        }
        assertEquals(0f, product[0]);
        assertEquals(0f, product[7]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"categorical", "multi-categorical"})
    void shouldNotCountForbiddenActions(String name) {
        float[] row = ROW.clone();
        float[] other = OTHER.clone();
        row[1] = OutputRow.FORBIDDEN;
        other[1] = OutputRow.FORBIDDEN;
        float[] vector = OTHER.clone();

        at(name, row).fisher(1, vector, 0);

        assertTrue(at(name, row).divergence(at(name, other)) > 0);
        assertEquals(0f, vector[1]);
        assertTrue(Double.isFinite(at(name, row).divergence(at(name, other))));
    }
}

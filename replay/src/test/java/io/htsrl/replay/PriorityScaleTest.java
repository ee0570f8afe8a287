package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityScaleTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 1_000_000, 1 << 20, (1 << 20) + 1, 1 << 27})
    void shouldTakeAThousandAtEveryCapacity(int capacity) {
        PriorityScale scale = PriorityScale.of(capacity);
        assertTrue(scale.maxPriority() >= 1023);
        assertTrue(scale.toUnits(scale.maxPriority()) <= scale.maxUnits());
        assertTrue(Math.multiplyHigh(scale.maxUnits(), capacity) == 0 && scale.maxUnits() * capacity > 0);
        assertTrue(scale.toUnits(1) == 1L << 32 || capacity > 1 << 20);
    }

    @Test
    void shouldRoundToTheNearestUnitAndNeverToZero() {
        PriorityScale scale = new PriorityScale(10, 2);
        assertEquals(0, scale.toUnits(0));
        assertEquals(1, scale.toUnits(Double.MIN_VALUE));
        assertEquals(1, scale.toUnits(0.37));
        assertEquals(2, scale.toUnits(0.38));
        assertEquals(0.5, scale.toPriority(2));
    }

    @Test
    void shouldRefuseWithTheReason() {
        PriorityScale scale = PriorityScale.of(1_000_000);
        assertRefused("is not a number", scale, Double.NaN);
        assertRefused("must not be negative", scale, -1);
        assertRefused("must not exceed 1073.0", scale, Double.POSITIVE_INFINITY);
        assertRefused("no sum of priorities overflows", scale, 1074);
        assertThrows(IllegalArgumentException.class, () -> new PriorityScale(1_000_000, 43));
    }

    private static void assertRefused(String reason, PriorityScale scale, double priority) {
        String message = assertThrows(IllegalArgumentException.class, () -> scale.toUnits(priority))
                .getMessage();
        assertTrue(message.contains(reason), message);
    }

    /** Compares P(i) with p_i / sum in real numbers, for 1e6 priorities in [1e-3, 1e3], even in their logarithms. */
    @Test
    void shouldInduceTheRealProbabilitiesWithinOneInAMillion() {
        int leaves = 1_000_000;
        SumTree tree = new SumTree(leaves);
        RandomStream stream = RandomStream.root(3);
        double[] priorities = new double[leaves];
        double sum = 0;
        double lost = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            priorities[leaf] = leaf == 0 ? 1e-3 : leaf == 1 ? 1e3 : StrictMath.pow(10, 6 * stream.uniform(leaf) - 3);
            tree.set(leaf, priorities[leaf]);
            double term = priorities[leaf] - lost; // Kahan's summation
            double next = sum + term;
            lost = next - sum - term;
            sum = next;
        }
        double worst = 0;
        for (int leaf = 0; leaf < leaves; leaf++) {
            double induced = (double) tree.units(leaf) / tree.total();
            worst = Math.max(worst, Math.abs(induced / (priorities[leaf] / sum) - 1));
        }
        assertTrue(worst < 1e-6 && worst > 0, "worst relative difference " + worst);
    }
}

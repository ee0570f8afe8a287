package io.htsrl.trainer.adapt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.trainer.adapt.BatchClimb.BatchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests the rule alone, on learners that are a formula. */
class BatchRuleTest {
    private static final int LEAST = 32;
    private static final int MOST = 512;

    /** The sizes of so many windows of a learner that is busy for {@code share} of the time. */
    private static List<Integer> sizes(int first, int windows, IntToDoubleFunction share) {
        BatchRule rule = new BatchRule(LEAST, MOST);
        List<Integer> sizes = new ArrayList<>(List.of(first));
        for (int i = 0; i < windows; i++) {
            int size = sizes.get(i);
            sizes.add(rule.next(size, share.applyAsDouble(size)));
        }
        return sizes;
    }

    private static int last(List<Integer> sizes) {
        return sizes.get(sizes.size() - 1);
    }

    @Test
    void shouldGrowUntilTheLearnerIsBusyAndStayThere() {
        IntToDoubleFunction share = size -> Math.min(1, 0.1 + size / 256.0);
        List<Integer> sizes = sizes(LEAST, 40, share);

        double busy = share.applyAsDouble(last(sizes));
        assertTrue(busy >= BatchRule.BUSY && busy <= BatchRule.TOO_BUSY, () -> sizes.toString());
        assertEquals(1, sizes.subList(20, 40).stream().distinct().count(), "it has settled");
    }

    @Test
    void shouldNotOutgrowTheLimit() {
        assertEquals(MOST, last(sizes(LEAST, 40, size -> 0.01)));
    }

    @Test
    void shouldNotMoreThanDoubleAtOnce() {
        List<Integer> sizes = sizes(LEAST, 2, size -> 0.01);
        assertEquals(List.of(32, 32, 64), sizes);
    }

    @Test
    void shouldAskTwoWindowsInARow() {
        BatchRule rule = new BatchRule(LEAST, MOST);
        for (int i = 0; i < 20; i++) {
            assertEquals(64, rule.next(64, i % 2 == 0 ? 0.2 : 0.9), "one idle window says little");
            assertEquals(64, rule.next(64, Double.NaN));
        }
    }

    @Test
    void shouldGiveBackWhatMakesOthersWait() {
        List<Integer> sizes = sizes(256, 40, size -> Math.min(1, size / 200.0));
        assertTrue(last(sizes) < 200 && last(sizes) >= 170, sizes::toString);
    }

    @Test
    void shouldNeverGoBelowWhereItBegan() {
        assertEquals(LEAST, last(sizes(64, 100, size -> 1)));
        assertEquals(LEAST, last(sizes(LEAST, 100, size -> 1)));
    }

    @Test
    void shouldGrowOddAndSmallBatchesToo() {
        BatchRule rule = new BatchRule(1, 5);
        rule.next(1, 0.1);
        assertEquals(2, rule.next(1, 0.1));
        rule.next(4, 0.8);
        assertEquals(5, rule.next(4, 0.8));
    }
}

package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.policy.ValueDistribution.Kind;
import org.junit.jupiter.api.Test;

class ActionValuesTest {
    private static final ValueDistribution QUANTILES = new ValueDistribution(Kind.QUANTILE, 2, 0, 0, null);
    private static final ValueDistribution CATEGORICAL = new ValueDistribution(Kind.CATEGORICAL, 3, -2, 4, null);

    private static float log(double p) {
        return (float) Math.log(p);
    }

    /** A row of two actions with three atoms each: -2, 1 and 4 are their returns. */
    @Test
    void shouldTakeTheActionOfTheGreatestExpectation() {
        float[] row = {9, log(0.5), log(0.25), log(0.25), log(0.25), log(0.5), log(0.25)};
        ActionValues values = new ActionValues(2, false, CATEGORICAL);
        assertEquals(6, values.outputs());
        assertEquals(0.25, values.value(row, 1, 0), 1e-6);
        assertEquals(1, values.value(row, 1, 1), 1e-6);
        float[] action = new float[1];
        values.mode(row, 1, action, 0);
        assertArrayEquals(new float[] {1}, action);
        row[1] += 50; // less than the logits of the others
        assertEquals(-2, values.value(row, 1, 0), 1e-6);
    }

    @Test
    void shouldTakeTheMeanOfQuantilesOfDuelingRows() {
        float[] row = {1, 2, 5, 3, 10, 20};
        ActionValues values = new ActionValues(2, true, QUANTILES);
        assertEquals(6, values.outputs());
        assertEquals((1 - 3 + 10 + 2 - 2.5 + 20) / 2, values.value(row, 0, 0));
        assertEquals((5 - 3 + 10 + 3 - 2.5 + 20) / 2, values.value(row, 0, 1));
        assertEquals(1, values.greatest(row, 0));
    }

    @Test
    void shouldReadOnlyTheAtomsOfAllowedActions() {
        float no = OutputRow.FORBIDDEN;
        float[] row = {no, no, 1, 2, no, no, 5, 3, 10, 20};
        ActionValues values = new ActionValues(4, true, QUANTILES);
        assertEquals(2, values.allowed(row, 0));
        assertEquals(1, values.actionOfAllowed(row, 0, 0));
        assertEquals(3, values.actionOfAllowed(row, 0, 1));
        assertEquals((1 - 3 + 10 + 2 - 2.5 + 20) / 2, values.value(row, 0, 1));
        assertEquals(3, values.greatest(row, 0));
    }

    @Test
    void shouldRefuseWhatIsNoNumber() {
        ActionValues values = new ActionValues(2, false, QUANTILES);
        float[] row = {1, 2, 3, Float.NaN};
        assertThrows(DivergedException.class, () -> values.mode(row, 0, new float[1], 0));
    }
}

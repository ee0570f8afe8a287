package io.htsrl.core.math;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NotFiniteTest {

    @ParameterizedTest
    @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
    void shouldFindTheFirstBadElementAtEveryPlace(float bad) {
        for (int length = 1; length <= 11; length++) {
            for (int at = 0; at < length; at++) {
                float[] array = new float[length + 4];
                array[2 + at] = bad;
                array[2 + length - 1] = bad;
                assertEquals(at, NotFinite.first(array, 2, length));
                assertEquals(at == length - 1 ? 1 : 2, NotFinite.count(array, 2, length));
            }
        }
    }

    @Test
    void shouldFindNothingWhereAllIsFinite() {
        float[] array = new float[9];
        Arrays.fill(array, Float.MAX_VALUE);
        array[3] = -Float.MIN_VALUE;
        assertEquals(-1, NotFinite.first(array, 0, array.length));
        assertEquals(-1, NotFinite.first(array, 5, 0));
    }

    @Test
    void shouldNotLookOutsideOfTheRow() {
        float[] array = {Float.NaN, 1, 2, 3, Float.NaN};
        assertEquals(-1, NotFinite.first(array, 1, 3));
    }
}

package io.htsrl.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void shouldShowThreeDigitsOfReturnsNearOne() {
        assertEquals("0.943", Numbers.ofReturn(0.9432, 1));
        assertEquals("-9.500", Numbers.ofReturn(-9.5, 2));
        assertEquals("1.0", Numbers.ofReturn(1, 1));
        assertEquals("487.3", Numbers.ofReturn(487.26, 1));
        assertEquals("-", Numbers.ofReturn(Double.NaN, 1));
    }

    @Test
    void shouldCountOneInTheSingular() {
        assertEquals("1 interval", Numbers.count(1, "interval"));
        assertEquals("1,200 intervals", Numbers.count(1200, "interval"));
    }
}

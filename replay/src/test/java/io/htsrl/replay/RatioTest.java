package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RatioTest {

    @Example
    void shouldReadNumbersAndFractionsExactly() {
        assertEquals(Optional.of(new Ratio(1, 4)), Ratio.parse("0.25"));
        assertEquals(Optional.of(new Ratio(1, 4)), Ratio.parse("2.5e-1"));
        assertEquals(Optional.of(new Ratio(1, 3)), Ratio.parse("1/3"));
        assertEquals(Optional.of(new Ratio(1, 3)), Ratio.parse("02/6"));
        assertEquals(Optional.of(new Ratio(4, 1)), Ratio.parse("4"));
        assertEquals(Optional.of(new Ratio(4, 1)), Ratio.parse("4.0"));
        assertEquals(Optional.of(new Ratio(3, 10)), Ratio.parse("0.3"), "not the double beside it");
        assertEquals(Optional.of(new Ratio(1000, 1)), Ratio.parse("1_000"));
        assertEquals(Optional.of(new Ratio(1, Integer.MAX_VALUE)), Ratio.parse("1/2147483647"));
    }

    @Example
    void shouldReadNothingElse() {
        for (String none : List.of(
                "",
                "0",
                "0/4",
                "1/0",
                "-1",
                "-1/3",
                "1/-3",
                "1/2/3",
                "1 / 3",
                "x",
                "NaN",
                "inf",
                "1e999999999",
                "1e-999999999",
                "0.00000000001",
                "2147483648",
                "1/2147483648",
                "1/3.5",
                "9".repeat(1000))) {
            assertEquals(Optional.empty(), Ratio.parse(none), none);
        }
        assertThrows(IllegalArgumentException.class, () -> new Ratio(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new Ratio(1, 0));
    }

    @Property(tries = 300)
    void shouldBeWrittenAsItIsRead(@ForAll @IntRange(min = 1) int updates, @ForAll @IntRange(min = 1) int steps) {
        Ratio ratio = new Ratio(updates, steps);
        assertEquals(Optional.of(ratio), Ratio.parse(ratio.toString()));
        assertEquals((long) updates * ratio.steps(), (long) ratio.updates() * steps, "the same number");
    }

    @Property(tries = 300)
    void shouldReadDecimalsAsTheyAreWritten(@ForAll @IntRange(min = 1, max = 99_999) int thousandths) {
        Ratio ratio =
                Ratio.parse(BigDecimal.valueOf(thousandths, 3).toPlainString()).orElseThrow();
        assertEquals((long) thousandths * ratio.steps(), 1000L * ratio.updates());
    }

    @Property(tries = 300)
    void shouldBeKeptExactlyOverIntervalsOfAnySize(
            @ForAll @IntRange(min = 1) int updates,
            @ForAll @IntRange(min = 1, max = 100_000) int steps,
            @ForAll @Size(max = 40) List<@IntRange(max = 90_000) Integer> intervals) {
        Ratio ratio = new Ratio(updates % 1000 + 1, steps);
        RatioSchedule schedule = new RatioSchedule(ratio);
        long inserted = 0;
        long due = 0;
        for (int interval : intervals) {
            inserted += interval;
            due += schedule.due(interval);
            assertEquals(inserted * ratio.updates() / ratio.steps(), due);
        }
    }
}

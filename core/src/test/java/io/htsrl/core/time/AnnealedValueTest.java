package io.htsrl.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnnealedValueTest {
    private static final AnnealingHorizon FOUR = AnnealingHorizon.of(4);

    @ParameterizedTest
    @CsvSource({"LINEAR,0.75", "COSINE,0.75"})
    void shouldHaveItsTwoValuesAtBeginAndEndAndTheirMeanInTheMiddle(AnnealedValue.Shape shape, double middle) {
        AnnealedValue value = new AnnealedValue(shape, 1, 0.5);
        assertEquals(1, value.at(0, FOUR));
        assertEquals(middle, value.at(2, FOUR), 1e-16);
        assertEquals(0.5, value.at(4, FOUR));
        assertEquals(0.5, value.at(9, FOUR), "past the plan");
    }

    @Test
    void shouldFollowItsShapeBetween() {
        assertEquals(0.25, AnnealedValue.linear(1, 0).at(3, FOUR), "the last of four");
        assertEquals(0.2 * 0.75 + 0.6 * 0.25, AnnealedValue.linear(0.2, 0.6).at(1, FOUR), "rises as well");
        AnnealedValue cosine = new AnnealedValue(AnnealedValue.Shape.COSINE, 1, 0);
        assertEquals((1 + Math.cos(Math.PI / 4)) / 2, cosine.at(1, FOUR), 1e-15);
        assertEquals((1 + Math.cos(3 * Math.PI / 4)) / 2, cosine.at(3, FOUR), 1e-15);
    }

    /** The product that --anneal-lr has always been: its bits are recorded in the digests of old runs. */
    @Test
    void shouldBeTheProductWithWhatIsLeftWhereItEndsAtZero() {
        for (int update = 0; update < 1000; update++) {
            assertEquals(
                    Math.max(0, 1 - (double) update / 977) * 2.5e-4,
                    AnnealedValue.linear(2.5e-4, 0).at(update, AnnealingHorizon.of(977)));
        }
    }

    @Test
    void shouldBeAnnealedOverWhatIsPlannedAtEachPlace() {
        AnnealingHorizon extended = new AnnealingHorizon(8, List.of(new AnnealingHorizon.Earlier(3, 4)));
        AnnealedValue value = AnnealedValue.linear(1, 0);
        assertEquals(0.5, value.at(2, extended));
        assertEquals(0.625, value.at(3, extended));
        assertEquals(0.125, value.at(7, extended));
    }

    @Test
    void shouldStayWhereItIsConstant() {
        assertEquals(0.2, AnnealedValue.of(0.2).at(3, FOUR));
        assertEquals("0.2", AnnealedValue.of(0.2).toString());
        assertEquals("linear:3.0E-4:0.0", AnnealedValue.linear(3e-4, 0).toString());
    }
}

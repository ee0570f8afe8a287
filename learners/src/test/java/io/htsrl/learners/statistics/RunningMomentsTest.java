package io.htsrl.learners.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.random.RandomStream;
import io.htsrl.storage.BitHasher;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class RunningMomentsTest {

    /** Makes two passes, as the definition has it. */
    private static double[] naive(float[] rows, int features, int feature) {
        int count = rows.length / features;
        double mean = 0;
        for (int row = 0; row < count; row++) {
            mean += rows[row * features + feature];
        }
        mean /= count;
        double squares = 0;
        for (int row = 0; row < count; row++) {
            double distance = rows[row * features + feature] - mean;
            squares += distance * distance;
        }
        return new double[] {mean, squares / count};
    }

    @Property(tries = 200)
    void shouldHaveTheMomentsOfAllRows(
            @ForAll @IntRange(min = 1, max = 300) int count,
            @ForAll @IntRange(min = 1, max = 6) int features,
            @ForAll @DoubleRange(min = -1000, max = 1000) double centre,
            @ForAll long seed) {
        float[] rows = new float[count * features];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) (centre + 10 * RandomStream.root(seed).uniform(i));
        }
        RunningMoments moments = new RunningMoments(features);
        for (int row = 0; row < count; row++) {
            moments.add(rows, row * features);
        }
        for (int feature = 0; feature < features; feature++) {
            double[] expected = naive(rows, features, feature);
            assertEquals(expected[0], moments.mean(feature), 1e-12 * (1 + Math.abs(centre)));
            assertEquals(expected[1], moments.variance(feature), 1e-9);
            assertEquals(1 / Math.sqrt(expected[1] + 1e-8), moments.scale(feature), 1e-3 * moments.scale(feature));
        }
        assertEquals(count, moments.count());
    }

    @Property(tries = 100)
    void shouldFindNoVarianceInWhatNeverVaries(@ForAll float value, @ForAll @IntRange(min = 1, max = 1000) int count) {
        RunningMoments moments = new RunningMoments(1);
        for (int i = 0; i < count; i++) {
            moments.add(new float[] {value}, 0);
        }
        assertEquals(value, moments.mean(0));
        assertEquals(0, moments.variance(0));
        assertEquals(1e4, moments.scale(0), 1e-9);
    }

    @Example
    void shouldStayFiniteOverHugeValues() {
        RunningMoments moments = new RunningMoments(1);
        for (int i = 0; i < 1000; i++) {
            moments.add(new float[] {i % 2 == 0 ? Float.MAX_VALUE : -Float.MAX_VALUE}, 0);
        }
        assertEquals(1, moments.variance(0) / ((double) Float.MAX_VALUE * Float.MAX_VALUE), 1e-6);
        assertEquals(1, (float) moments.scale(0) * (double) Float.MAX_VALUE, 1e-5);
    }

    @Example
    void shouldChangeNothingBeforeTheFirstRow() {
        RunningMoments moments = new RunningMoments(2);
        assertEquals(0, moments.mean(1));
        assertEquals(1, moments.variance(1));
        assertEquals(1f, (float) moments.scale(1));
    }

    @Example
    void shouldGoOnWithTheSameBits() throws IOException {
        RunningMoments moments = new RunningMoments(3);
        moments.add(new float[] {1, 2, 3}, 0);
        moments.add(new float[] {0.1f, -2, 7}, 0);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        moments.save(new DataOutputStream(saved));
        RunningMoments resumed = new RunningMoments(3);
        resumed.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        for (RunningMoments each : new RunningMoments[] {moments, resumed}) {
            each.add(new float[] {5, 0.3f, 1e-3f}, 0);
        }
        assertEquals(digest(moments), digest(resumed));
        assertThrows(
                IOException.class,
                () -> new RunningMoments(2)
                        .restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray()))));
    }

    private static String digest(RunningMoments moments) {
        BitHasher hasher = new BitHasher();
        moments.digest(hasher);
        return hasher.hex();
    }
}

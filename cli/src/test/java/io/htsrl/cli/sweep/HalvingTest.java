package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cli.sweep.SweepRungs.Halving;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HalvingTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "18, 3 | [18, 6, 2] | [1000, 3000, 9000]",
                "9, 3 | [9, 3, 1] | [1000, 3000, 9000]",
                "100, 3 | [100, 33, 11] | [1000, 3000, 9000]",
                "4, 3 | [4, 1] | [3000, 9000]",
                "2, 3 | [2] | [9000]",
                "9, 1 | [9] | [9000]",
                "8, 2 | [8, 4, 2] | [2250, 4500, 9000]"
            })
    void shouldGiveFewerCandidatesMore(String start, String candidates, String timesteps) {
        String[] numbers = start.split(", ");
        Halving halving = new Halving(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));

        assertEquals(
                candidates,
                IntStream.iterate(halving.candidates(), halving::promoted)
                        .limit(halving.rungs())
                        .boxed()
                        .toList()
                        .toString());
        assertEquals(
                timesteps,
                IntStream.range(0, halving.rungs())
                        .mapToObj(rung -> halving.timesteps(rung, 9000))
                        .toList()
                        .toString());
    }
}

package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.core.environment.ObservationSpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a worker says of spaces, as hts_spaces.py has it. */
class EnvironmentDescriptionTest {

    private static ObservationSpace observations(int size, String parts) throws Exception {
        String json = "{'observation': {'bytes': false, 'shape': [" + size + "], 'size': " + size + ", 'parts': ["
                + parts + "]}, 'action': {'kind': 'discrete', 'n': 2}}";
        return EnvironmentDescription.of("gym:Any-v0", new ObjectMapper().readTree(json.replace('\'', '"')))
                .spec()
                .observationSpace();
    }

    /** Taxi-v4 and Blackjack-v1 have such ones. */
    @Test
    void shouldSayWhatObservationsChooseFrom() throws Exception {
        String discrete = "{'kind': 'discrete', 'n': 11, 'start': 0, 'size': 11}";
        String multi = "{'kind': 'multi', 'counts': [3, 2], 'starts': [0, 0], 'size': 5}";

        assertArrayEquals(new int[] {11}, observations(11, discrete).choices());
        assertArrayEquals(
                new int[] {11, 3, 2}, observations(16, discrete + ", " + multi).choices());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "4 | {'kind': 'box', 'shape': [4], 'size': 4}",
                "6 | {'kind': 'discrete', 'n': 2, 'size': 2}, {'kind': 'box', 'shape': [4], 'size': 4}",
                "3 | {'kind': 'binary', 'shape': [3], 'size': 3}",
                "5 | ``"
            })
    void shouldTakeEverythingElseForNumbers(int size, String parts) throws Exception {
        ObservationSpace space = observations(size, parts);

        assertEquals(0, space.choices().length);
        assertEquals(size, space.size());
    }
}

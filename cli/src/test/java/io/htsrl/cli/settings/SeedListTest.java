package io.htsrl.cli.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.error.Violations;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeedListTest {

    @Test
    void shouldReadRangesAndSingleSeeds() {
        Violations violations = new Violations();

        assertEquals(List.of(1L, 2L, 3L), SeedList.parse("--seeds", "1-3", violations));
        assertEquals(List.of(5L, 1L, 2L), SeedList.parse("--seeds", "5, 1-2", violations));
        assertEquals(List.of(-2L, -1L, 0L), SeedList.parse("--seeds", "-2,-1,0", violations));
        assertEquals(List.of(), violations.list());
    }

    @ParameterizedTest
    @CsvSource({
        "'', must be whole numbers", "x, must be whole numbers", "'1,,2', must be whole numbers",
        "'3-1', must have ranges that rise", "'1-3,2', must name each seed once", "1-10001, must name at most 10000",
        "99999999999999999999, must be whole numbers"
    })
    void shouldSayWhatIsWrong(String text, String rule) {
        Violations violations = new Violations();

        assertEquals(List.of(), SeedList.parse("--seeds", text, violations));
        assertEquals(1, violations.list().size());
        assertEquals(rule, violations.list().get(0).rule().substring(0, rule.length()));
    }
}

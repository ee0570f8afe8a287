package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class CsvLineTest {

    @Test
    void shouldQuoteWhatNeedsIt() {
        assertEquals("a,\"b,c\",\"d\"\"e\",", CsvLine.of(List.of("a", "b,c", "d\"e", "")));
    }

    @Property(tries = 100)
    void shouldReadWhatItHasWritten(@ForAll @NotEmpty List<@CharRange(from = ' ', to = '~') String> texts) {
        assertEquals(texts, CsvLine.split(CsvLine.of(texts)));
    }
}

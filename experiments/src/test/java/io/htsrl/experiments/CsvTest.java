package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;

class CsvTest {

    @Test
    void shouldQuoteWhatNeedsIt() {
        assertEquals("a,\"b,c\",\"d\"\"e\",", Csv.line(List.of("a", "b,c", "d\"e", "")));
    }

    @Property
    void shouldReadWhatItHasWritten(@ForAll @NotEmpty List<@CharRange(from = ' ', to = '~') String> texts) {
        assertEquals(texts, Csv.split(Csv.line(texts)));
    }
}

package io.htsrl.determinism.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChainTest {

    private static Chain chain(String... digests) {
        return new Chain(List.of(digests), 1, 1);
    }

    @Test
    void shouldFindTheFirstIntervalThatDiffers() {
        assertEquals(1, chain("a", "b", "c").firstDifference(chain("a", "x", "c"), PerturbedRun.ALL));
        assertEquals(Chain.NONE, chain("a", "b").firstDifference(chain("a", "b"), PerturbedRun.ALL));
    }

    @Test
    void shouldTakeAMissingIntervalForADifference() {
        assertEquals(2, chain("a", "b").firstDifference(chain("a", "b", "c"), PerturbedRun.ALL));
    }

    @Test
    void shouldCompareAPrefix() {
        assertEquals(Chain.NONE, chain("a", "b").firstDifference(chain("a", "b", "c"), 2));
        assertEquals(Chain.NONE, chain("a", "b").firstDifference(chain("a", "x"), 1));
        assertEquals(0, chain().firstDifference(chain("a"), 1));
    }

    @Test
    void shouldTellItsLastDigest() {
        assertEquals("b", chain("a", "b").last());
        assertEquals("-", chain().last());
    }
}

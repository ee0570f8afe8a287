package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BroadcastTest {

    @Property(tries = 60)
    void shouldReachEachNodeOnce(
            @ForAll @IntRange(min = 1, max = 400) int nodes, @ForAll @IntRange(min = 1, max = 20) int fanOut) {
        List<Integer> all = IntStream.range(0, nodes).boxed().toList();
        List<Integer> reached = new ArrayList<>();
        for (int index = 0; index < nodes; index++) {
            if (Broadcast.first(index, fanOut)) {
                reached.add(index);
            }
            List<Integer> children = Broadcast.children(all, index, fanOut);
            int parent = index;
            assertTrue(children.size() <= fanOut && children.stream().allMatch(child -> child > parent), "no circles");
            reached.addAll(children);
        }

        assertEquals(all, reached.stream().sorted().toList());
    }

    @Test
    void shouldNotBeGrownForFew() {
        assertFalse(Broadcast.needed(16, Broadcast.FAN_OUT));
        assertTrue(Broadcast.needed(17, Broadcast.FAN_OUT));
        assertEquals(List.of("e", "f"), Broadcast.children(List.of("a", "b", "c", "d", "e", "f"), 1, 2));
    }
}

package io.htsrl.cluster.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.htsrl.cluster.table.ColumnDecoders.DecodedColumn;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A coordinator that is slow holds a few decoded columns; the others wait as bytes. */
@Timeout(600)
class ColumnDecodersTest extends IdleNodes {
    private static final int MOST =
            2 * Math.min(ColumnDecoders.MOST_THREADS, Runtime.getRuntime().availableProcessors());
    private static final int SUBMITTED = 4 * N;

    private final BlockingQueue<DecodedColumn> come = new LinkedBlockingQueue<>();

    @Test
    void shouldDecodeAsManyColumnsAsAreTakenAndAFewMore() throws Exception {
        try (ColumnDecoders decoders = new ColumnDecoders(shape)) {
            for (int i = 0; i < SUBMITTED; i++) {
                decoders.submit(TRUE[i % N], come::add);
            }
            Deque<DecodedColumn> held = new ArrayDeque<>();
            BitSet environments = new BitSet();
            for (int i = 0; i < MOST; i++) {
                held.add(come.take());
            }
            assertNull(come.poll(200, TimeUnit.MILLISECONDS), "the others wait for room");

            for (int taken = MOST; taken < SUBMITTED; taken++) {
                DecodedColumn first = held.remove();
                environments.set(first.result().environment());
                first.release().run();
                held.add(come.take()); // in the room of the first
            }

            held.forEach(each -> environments.set(each.result().environment()));
            assertEquals(MOST, held.size());
            assertNull(come.poll(), "each came once");
            assertEquals(N, environments.cardinality());
        }
    }
}

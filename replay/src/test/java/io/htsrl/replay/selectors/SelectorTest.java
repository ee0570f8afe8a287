package io.htsrl.replay.selectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.random.RandomStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SelectorTest {
    private static final int CAPACITY = 40;
    private static final int ITEMS = 13;

    private static byte[] saved(Selector selector) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        selector.save(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static void restore(Selector selector, byte[] bytes) throws IOException {
        selector.restore(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    /**
     * Every operation is drawn from a number: which item, which of few priorities (so that some are equal), and whether
     * it is deleted. Numbers are not those of the order of insertion.
     */
    @Property(tries = 400)
    void shouldChooseWhatALookThroughAListChooses(
            @ForAll Sampler sampler, @ForAll @Size(max = 120) List<@IntRange(min = 0, max = 9999) Integer> operations)
            throws IOException {
        Selector selector = sampler.newSelector(CAPACITY);
        NaiveSelector model = new NaiveSelector(sampler);
        RandomStream draws = RandomStream.root(operations.size());
        for (int i = 0; i < operations.size(); i++) {
            int item = operations.get(i) % ITEMS;
            long priority = 1L + operations.get(i) / ITEMS % 5;
            if (!model.has(item)) {
                long number = 2L * i ^ 5;
                selector.insert(item, number, priority);
                model.insert(item, number, priority);
            } else if (operations.get(i) % 3 == 0) {
                selector.delete(item);
                model.delete(item);
            } else {
                selector.update(item, priority);
                model.update(item, priority);
            }
            if (i % 25 == 24) {
                byte[] bytes = saved(selector);
                selector = sampler.newSelector(CAPACITY);
                selector.insert(1, 1, 1); // gone
                restore(selector, bytes);
                assertArrayEquals(bytes, saved(selector));
            }
            if (model.items().isEmpty()) {
                Selector empty = selector;
                assertThrows(IllegalStateException.class, () -> empty.sample(draws, 0));
            } else {
                assertEquals(model.sample(draws, i), selector.sample(draws, i));
            }
        }
    }

    @Property
    void shouldRefuseWhatIsThereAlreadyAndWhatIsNot(@ForAll Sampler sampler) {
        Selector selector = sampler.newSelector(CAPACITY);
        RandomStream draws = RandomStream.root(1);
        assertThrows(IllegalStateException.class, () -> selector.sample(draws, 0));
        assertThrows(IllegalArgumentException.class, () -> selector.delete(3));
        assertThrows(IllegalArgumentException.class, () -> selector.update(3, 1));
        selector.insert(3, 0, 7);
        assertThrows(IllegalArgumentException.class, () -> selector.insert(3, 1, 7));
        assertEquals(3, selector.sample(draws, 0));
        selector.delete(3);
        assertThrows(IllegalStateException.class, () -> selector.sample(draws, 0));
    }

    @Example
    void shouldTakeTheLongestUntouchedOfEqualPriorities() {
        for (Sampler sampler : List.of(Sampler.MAX_HEAP, Sampler.MIN_HEAP)) {
            Selector selector = sampler.newSelector(CAPACITY);
            for (int item = 0; item < 4; item++) {
                selector.insert(item, 9 - item, 5);
            }
            assertEquals(0, selector.sample(null, 0));
            selector.update(0, 5);
            assertEquals(1, selector.sample(null, 0));
            selector.delete(1);
            assertEquals(2, selector.sample(null, 0));
        }
    }

    @Example
    void shouldRefuseADamagedSelector() throws IOException {
        Selector selector = Sampler.FIFO.newSelector(CAPACITY);
        selector.insert(30, 1, 1);
        byte[] bytes = saved(selector);
        assertThrows(IOException.class, () -> restore(Sampler.FIFO.newSelector(30), bytes));
    }

    @Example
    void shouldAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        RandomStream draws = RandomStream.root(1);
        for (Sampler sampler : Sampler.values()) {
            Selector selector = sampler.newSelector(1000);
            long number = 0;
            long allocated = Long.MAX_VALUE;
            for (int round = 0; round < 10; round++) { // the JVM's own: classes that it loads
                for (int item = 0; item < 1000; item++) {
                    selector.insert(item, number++, 1 + item % 7);
                }
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 1000; i++) {
                    int item = selector.sample(draws, i);
                    selector.update(item, 9);
                    selector.delete(item);
                }
                allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(0, allocated, sampler + " allocates");
        }
    }
}

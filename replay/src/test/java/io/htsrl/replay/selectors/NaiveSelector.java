package io.htsrl.replay.selectors;

import io.htsrl.core.random.RandomStream;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A selector that looks through a list of its items each time: slow and plain, the oracle. */
public final class NaiveSelector {
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(Long.SIZE);

    /** {@code changed}: number of insertions and updates before its last. */
    record Item(int item, long number, long priority, long changed) {}

    private final Sampler sampler;
    private final List<Item> items = new ArrayList<>();
    private long changes;

    public NaiveSelector(Sampler sampler) {
        this.sampler = sampler;
    }

    public boolean has(int item) {
        return items.stream().anyMatch(each -> each.item == item);
    }

    public void insert(int item, long number, long priority) {
        items.add(new Item(item, number, priority, changes++));
    }

    public void update(int item, long priority) {
        items.replaceAll(each -> each.item == item ? new Item(item, each.number, priority, changes++) : each);
    }

    public void delete(int item) {
        items.removeIf(each -> each.item == item);
    }

    public int size() {
        return items.size();
    }

    public List<Integer> items() {
        return items.stream().map(Item::item).sorted().toList();
    }

    public long priority(int item) {
        return items.stream().filter(each -> each.item == item).findFirst().orElseThrow().priority;
    }

    public int sample(RandomStream draws, long draw) {
        Comparator<Item> byNumber = Comparator.comparingLong(Item::number);
        Comparator<Item> byChange = Comparator.comparingLong(Item::changed);
        return switch (sampler) {
            case FIFO -> items.stream().min(byNumber).orElseThrow().item;
            case LIFO -> items.stream().max(byNumber).orElseThrow().item;
            case MIN_HEAP ->
                items.stream()
                        .min(Comparator.comparingLong(Item::priority).thenComparing(byChange))
                        .orElseThrow()
                        .item;
            case MAX_HEAP ->
                items.stream()
                        .min(Comparator.comparingLong(Item::priority).reversed().thenComparing(byChange))
                        .orElseThrow()
                        .item;
            case PRIORITIZED, UNIFORM -> byChance(draws, draw);
        };
    }

    private long weight(Item item) {
        return sampler == Sampler.UNIFORM ? 1 : item.priority;
    }

    private int byChance(RandomStream draws, long draw) {
        long total = items.stream().mapToLong(this::weight).sum();
        long point = below(total, draws, draw);
        List<Item> inOrder =
                items.stream().sorted(Comparator.comparingInt(Item::item)).toList();
        for (Item item : inOrder) {
            if (point < weight(item)) {
                return item.item;
            }
            point -= weight(item);
        }
        throw new AssertionError(total + " is not the total");
    }

    /** The upper half of the product of 64 bits and the bound, unless its lower half favours some (Lemire 2019). */
    private static long below(long bound, RandomStream draws, long draw) {
        BigInteger wide = BigInteger.valueOf(bound);
        for (long attempt = 0; ; attempt++) {
            BigInteger bits = BigInteger.valueOf(draws.bits(draw, attempt)).mod(WORD);
            BigInteger[] halves = bits.multiply(wide).divideAndRemainder(WORD);
            if (halves[1].compareTo(WORD.mod(wide)) >= 0) {
                return halves[0].longValueExact();
            }
        }
    }
}

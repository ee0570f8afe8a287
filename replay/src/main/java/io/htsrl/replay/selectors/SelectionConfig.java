package io.htsrl.replay.selectors;

import io.htsrl.core.error.Violations;
import io.htsrl.core.work.Team;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.util.Locale;

/**
 * How items are drawn from a memory, as Reverb's {@code SelectionConfig} says it. The remover is always {@code Fifo}: the ring of
 * each environment forgets its oldest step. Immutable.
 *
 * @param sampler         that chooses what is drawn
 * @param maxTimesSampled how often an item is drawn before it can no longer be; 0: without end
 */
public record SelectionConfig(Sampler sampler, int maxTimesSampled) {

    /** As memories draw by themselves: by priorities where there are any. */
    public static SelectionConfig defaultValue(double alpha) {
        return new SelectionConfig(Sampler.defaultValue(alpha), 0);
    }

    /** Each item once, the oldest first: Reverb's {@code SelectionConfig.queue}. */
    public static SelectionConfig queue() {
        return new SelectionConfig(Sampler.FIFO, 1);
    }

    /** Whether a memory draws so by itself: by chance, without end, by any number of threads. */
    public boolean isUsual() {
        return sampler.byChance() && maxTimesSampled == 0;
    }

    /** Adds what is wrong, with the names of the command line's flags. */
    public void check(double alpha, Violations violations) {
        String name = sampler.name().toLowerCase(Locale.ROOT).replace('_', '-');
        violations
                .check(
                        maxTimesSampled >= 0,
                        "--max-times-sampled",
                        maxTimesSampled,
                        "must be at least 0",
                        "give 1, or 0 for no limit")
                .check(
                        alpha > 0 || !sampler.byPriority(),
                        "--replay-sampler",
                        name,
                        "must be uniform, fifo or lifo where --per-alpha is 0: there are no priorities to draw by",
                        "give --per-alpha 0.6, for example")
                .check(
                        !(alpha > 0) || sampler.byPriority(),
                        "--replay-sampler",
                        name,
                        "must be prioritized, max-heap or min-heap where --per-alpha is above 0 (" + alpha
                                + "): nothing else draws by priorities",
                        "give --per-alpha 0");
    }

    /**
     * An empty memory that is drawn from so.
     *
     * @param shards that it lies in: more than one if {@link #isUsual} only
     * @param team   that appends to several side by side
     * @throws io.htsrl.core.error.ConfigurationException when something is wrong
     */
    public ReplayMemory memory(ReplayConfig config, int shards, Team team) {
        Violations violations = new Violations();
        check(config.alpha(), violations);
        violations.check(
                shards == 1 || isUsual(),
                "--replay-shards",
                shards,
                "must be 1 with this --replay-sampler or --max-times-sampled",
                "leave it out");
        violations.throwIfAny();
        return isUsual() ? ReplayMemory.of(config, shards, team) : new TableReplay(config, this);
    }

    /** Bytes of the Java heap that this takes besides the memory. */
    public long heapBytes(ReplayConfig config) {
        return isUsual() ? 0 : places(config) * placeBytes();
    }

    /** Bytes outside of the heap. */
    public long directBytes(ReplayConfig config) {
        return isUsual() || !sampler.byChance() ? 0 : config.directBytes();
    }

    long placeBytes() {
        return (long) Long.BYTES + Integer.BYTES + (sampler.byChance() ? 0 : HeapSelector.ITEM_BYTES);
    }

    private static long places(ReplayConfig config) {
        return (long) config.capacity() / config.environments() * config.environments();
    }
}

package io.htsrl.replay.selectors;

import io.htsrl.core.error.Violations;
import io.htsrl.core.work.Team;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.util.Locale;

/**
 * The way in which items are drawn from a memory, like Reverb's {@code SelectionConfig}. The remover is always
 * {@code Fifo}: the ring of each environment drops its oldest step. Immutable.
 *
 * @param sampler chooses the items to draw
 * @param maxTimesSampled greatest number of draws of an item; 0 for no limit
 */
public record SelectionConfig(Sampler sampler, int maxTimesSampled) {

    /** Returns whether this is a memory's default: at random, without limit, by any number of threads. */
    public boolean isUsual() {
        return sampler.byChance() && maxTimesSampled == 0;
    }

    /** Adds violations, with the names of the command line's flags. */
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
     * Returns an empty memory with this selection.
     *
     * @param shards number of shards: more than one only if {@link #isUsual}
     * @param team appends to several shards in parallel
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

    /** Returns the bytes of the Java heap that this takes besides the memory. */
    public long heapBytes(ReplayConfig config) {
        return isUsual() ? 0 : places(config) * placeBytes();
    }

    /** Returns the bytes outside of the heap. */
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

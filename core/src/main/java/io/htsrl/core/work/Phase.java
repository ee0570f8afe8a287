package io.htsrl.core.work;

import java.util.function.IntSupplier;

/**
 * Work in units that may run at the same time, in any order, on any thread of a {@link Team}: no two write the same
 * place, and none reads what another writes. What a unit computes does not depend on who runs it.
 */
public final class Phase {

    /** What one unit does; allocates nothing. */
    @FunctionalInterface
    public interface Unit {
        /** @param lane of the calling thread, below {@link Team#lanes()}: no two units of one lane run at the same time */
        void run(int unit, int lane);
    }

    /** What one unit does to elements {@code from} to below {@code to}; allocates nothing. */
    @FunctionalInterface
    public interface Block {
        void run(int from, int to, int lane);
    }

    private final IntSupplier units;
    private final Unit body;
    /** The team's. */
    final Sharing sharing = new Sharing();

    /** @param units asked at each run */
    public Phase(IntSupplier units, Unit body) {
        this.units = units;
        this.body = body;
    }

    /**
     * Elements in blocks, a unit each.
     *
     * @param elements asked at each run
     * @param size     of a block; the last may be smaller
     */
    public static Phase ofBlocks(IntSupplier elements, int size, Block body) {
        return new Phase(
                () -> (elements.getAsInt() + size - 1) / size,
                (unit, lane) -> body.run(unit * size, Math.min((unit + 1) * size, elements.getAsInt()), lane));
    }

    int units() {
        return units.getAsInt();
    }

    void run(int unit, int lane) {
        body.run(unit, lane);
    }
}

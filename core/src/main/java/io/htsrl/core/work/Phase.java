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

    private final IntSupplier units;
    private final Unit body;
    /** The team's. */
    final Sharing sharing = new Sharing();

    /** @param units asked at each run */
    public Phase(IntSupplier units, Unit body) {
        this.units = units;
        this.body = body;
    }

    int units() {
        return units.getAsInt();
    }

    void run(int unit, int lane) {
        body.run(unit, lane);
    }
}

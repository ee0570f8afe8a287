package io.htsrl.policies.gradient;

import java.util.function.IntSupplier;

/**
 * Work in units that may run at the same time, in any order, on any thread of a {@link Team}: no two write the same
 * place, and none reads what another writes. What a unit computes does not depend on who runs it.
 */
final class Phase {

    /** What one unit does; allocates nothing. */
    @FunctionalInterface
    interface Unit {
        /** @param lane of the calling thread, below {@link Team#lanes()}: no two units of one lane run at the same time */
        void run(int unit, int lane);
    }

    private final IntSupplier units;
    private final Unit body;
    /** What a run of it has lately taken. The team's. */
    long usualNanos;

    /** @param units asked at each run */
    Phase(IntSupplier units, Unit body) {
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

package io.htsrl.determinism.interleaving;

/** A barrier whose parties wait for the {@link Conductor}; the last one runs the action. */
final class SteppedBarrier {
    private final Conductor conductor;
    private final int parties;
    private final Runnable action;
    private int arrived;
    private int phase;

    SteppedBarrier(Conductor conductor, int parties, Runnable action) {
        this.conductor = conductor;
        this.parties = parties;
        this.action = action;
    }

    void await() {
        conductor.step("arrive at the barrier");
        int current = phase;
        if (++arrived == parties) {
            action.run();
            arrived = 0;
            phase++;
        } else {
            conductor.await("wait at the barrier", () -> phase != current);
        }
    }
}

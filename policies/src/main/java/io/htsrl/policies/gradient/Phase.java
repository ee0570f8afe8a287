package io.htsrl.policies.gradient;

/**
 * Work in units that may run at the same time, in any order, on any thread of a {@link Team}: no two write the same
 * place, and none reads what another writes. What a unit computes does not depend on who runs it.
 */
interface Phase {

    int units();

    /**
     * Runs one unit; allocates nothing.
     *
     * @param lane of the calling thread, below {@link Team#lanes()}: no two units of one lane run at the same time
     */
    void run(int unit, int lane);
}

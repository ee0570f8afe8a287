package io.htsrl.trainer.capacity;

/**
 * What one setting makes a run need. Immutable.
 *
 * @param setting that asks for it, as a flag
 * @param value   of that setting
 * @param heap    bytes of the Java heap
 * @param offHeap bytes outside of it
 */
record Need(String setting, Object value, double heap, double offHeap) {

    double bytes() {
        return heap + offHeap;
    }
}

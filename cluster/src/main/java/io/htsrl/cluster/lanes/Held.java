package io.htsrl.cluster.lanes;

import io.htsrl.storage.BitHasher;

/**
 * The digest of parameters, by which learner and lane find out whether they have the same. Immutable.
 *
 * @param low  64 bits
 * @param high the others
 */
record Held(long low, long high) {

    static Held of(float[] parameters) {
        BitHasher hasher = new BitHasher();
        hasher.floats(parameters, 0, parameters.length);
        return new Held(hasher.low(), hasher.high());
    }

    @Override
    public String toString() {
        return String.format("%016x%016x", high, low);
    }
}

package io.htsrl.benchmarks.bridge;

/** An implementation whose speed is measured. One thread. */
interface Contender {

    /** Returns the name in the table, such as {@code plain loops}. */
    String name();

    /** Runs once and returns the speed after warm-up. */
    Speed run() throws Exception;
}

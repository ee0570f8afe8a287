package io.htsrl.benchmarks.bridge;

/** Somebody whose speed is measured. One thread. */
interface Contender {

    /** Such as {@code plain loops}. */
    String name();

    /** Of one run, warm. */
    Speed run() throws Exception;
}

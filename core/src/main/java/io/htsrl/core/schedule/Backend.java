package io.htsrl.core.schedule;

/** What computes the learner's gradients. Each has bits of its own; acting is the JVM kernel's always. */
public enum Backend {

    /**
     * The JVM kernel: every sum one chain in a fixed order, so that a run's bits are the same for any number of learner
     * threads, on any processor.
     */
    JVM,

    /** ND4J: oneDNN and OpenBLAS on the CPU, CUDA in a build for it. Bits depend on processor, library and threads. */
    ND4J
}

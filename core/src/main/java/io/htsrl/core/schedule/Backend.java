package io.htsrl.core.schedule;

/** Implementation of the learner's gradients. Each yields different bits; acting always uses the JVM kernel. */
public enum Backend {

    /**
     * The JVM kernel: every sum one chain in a fixed order, so that a run's bits are the same for any number of learner
     * threads, on any processor.
     */
    JVM,

    /** ND4J: oneDNN and OpenBLAS on the CPU, CUDA in a build for it. Bits depend on processor, library and threads. */
    ND4J
}

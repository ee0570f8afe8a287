package io.htsrl.policies.kernel;

/**
 * What the JVM's own kernel is here. Immutable.
 *
 * @param name      for people
 * @param vector    whether it uses the processor's vectors; the bits are the same either way
 * @param alignment floats that rows are padded to
 */
public record KernelFacts(String name, boolean vector, int alignment) {

    /** Of the kernel that networks of this JVM use. */
    public static KernelFacts current() {
        DenseKernel kernel = Kernels.best();
        boolean vector = !(kernel instanceof ScalarKernel);
        return new KernelFacts(kernel.description(), vector, DenseKernel.ALIGNMENT);
    }
}

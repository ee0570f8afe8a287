package io.htsrl.policies.kernel;

/**
 * Description of the kernel of this JVM. Immutable.
 *
 * @param name description of the kernel
 * @param vector whether it uses the processor's vectors; the bits are the same either way
 * @param alignment floats that rows are padded to
 */
public record KernelFacts(String name, boolean vector, int alignment) {

    /** Returns the facts of the kernel that networks of this JVM use. */
    public static KernelFacts current() {
        DenseKernel kernel = Kernels.best();
        boolean vector = !(kernel instanceof ScalarKernel);
        return new KernelFacts(kernel.description(), vector, DenseKernel.ALIGNMENT);
    }
}

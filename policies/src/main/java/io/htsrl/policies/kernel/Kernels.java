package io.htsrl.policies.kernel;

import io.htsrl.core.service.VectorModule;
import java.util.function.Supplier;

/** Chooses the kernel of this JVM. Stateless. */
public final class Kernels {
    private Kernels() {}

    /** The fastest kernel that this JVM can link. */
    public static DenseKernel best() {
        // a lambda, not a constructor reference, which would link the class here
        return choose(VectorModule.isPresent(), () -> new VectorKernel());
    }

    /**
     * The kernel of {@code vector} if the module is there and still has the methods that the kernel was compiled
     * against (an incubating module promises none), else the scalar one.
     */
    static DenseKernel choose(boolean vectorModulePresent, Supplier<DenseKernel> vector) {
        if (!vectorModulePresent) {
            return new ScalarKernel();
        }
        try {
            return vector.get();
        } catch (LinkageError e) {
            return new ScalarKernel();
        }
    }
}

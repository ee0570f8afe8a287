package io.htsrl.policies.kernel;

import io.htsrl.core.service.VectorModule;
import java.util.function.Supplier;

/** Chooses the kernel of this JVM. Stateless. */
public final class Kernels {
    private Kernels() {}

    /** Returns the fastest kernel that this JVM can link. */
    public static DenseKernel best() {
        // a lambda, not a constructor reference, which would link the class here
        return choose(VectorModule.isPresent(), () -> new VectorKernel());
    }

    /** Returns the fastest arithmetic of optimisers that this JVM can link. */
    public static ParameterKernel parameters() {
        return best() instanceof ScalarKernel ? new ScalarParameters() : vectorParameters();
    }

    /** Creates the vector parameters in a separate method, because linking this method links the class. */
    private static ParameterKernel vectorParameters() {
        return new VectorParameters();
    }

    /**
     * Returns the kernel of {@code vector} if the module is there and still has the methods that the kernel was
     * compiled against (an incubating module promises none), else the scalar one.
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

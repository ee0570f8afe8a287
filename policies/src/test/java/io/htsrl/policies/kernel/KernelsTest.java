package io.htsrl.policies.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.htsrl.policies.backend.ChildJvm;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class KernelsTest {

    /** The child JVM runs this. */
    static final class PrintKernel {
        public static void main(String[] arguments) {
            System.out.print(Kernels.best().getClass().getSimpleName());
        }
    }

    private static String kernelOfAJvm(String... flags) throws IOException, InterruptedException {
        return ChildJvm.run(PrintKernel.class, System.getProperty("java.class.path"), flags);
    }

    @Test
    void shouldTakeTheScalarKernelInAJvmWithoutTheModule() throws Exception {
        assertEquals("ScalarKernel", kernelOfAJvm());
    }

    @Test
    void shouldTakeTheVectorKernelInAJvmWithTheModule() throws Exception {
        assertEquals("VectorKernel", kernelOfAJvm("--add-modules", "jdk.incubator.vector"));
    }

    @Test
    void shouldTakeWhatTheModuleOffers() {
        DenseKernel offered = new ScalarKernel();
        assertSame(offered, Kernels.choose(true, () -> offered));
    }

    @Test
    void shouldFallBackWhenTheModuleHasChanged() {
        DenseKernel kernel = Kernels.choose(true, () -> {
            throw new NoSuchMethodError("FloatVector.fma");
        });
        assertInstanceOf(ScalarKernel.class, kernel);
    }

    @Test
    void shouldNotAskForTheVectorKernelWithoutTheModule() {
        DenseKernel kernel = Kernels.choose(false, () -> {
            throw new AssertionError("linked");
        });
        assertInstanceOf(ScalarKernel.class, kernel);
    }
}

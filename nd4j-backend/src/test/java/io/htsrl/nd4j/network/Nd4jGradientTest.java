package io.htsrl.nd4j.network;

import io.htsrl.policies.gradient.GradientTest;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.MlpLayout;
import java.util.List;

/** Tests {@link Nd4jMlp}, with products chosen by their size, or all of one kind. */
class Nd4jGradientTest extends GradientTest {

    @Override
    protected List<String> products() {
        return List.of("auto", "nd4j", "kernel");
    }

    /** The naive network is the same for every backend. */
    @Override
    protected void shouldCompareWithARightGradient(Case network) {}

    @Override
    protected GradientNetwork network(MlpLayout layout, int maxRows, String products) {
        DenseKernel kernel = Kernels.best();
        MatrixProducts.Factory factory = switch (products) {
            case "nd4j" -> Nd4jProducts::new;
            case "kernel" -> matrices -> new KernelProducts(matrices, kernel);
            default -> null;
        };
        return new Nd4jMlp(layout, maxRows, kernel, factory);
    }
}

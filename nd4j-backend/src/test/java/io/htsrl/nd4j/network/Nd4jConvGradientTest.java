package io.htsrl.nd4j.network;

import io.htsrl.policies.gradient.ConvGradientTest;
import io.htsrl.policies.network.ConvLayer;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.GradientNetwork;

/** Tests {@link Nd4jConv}, whose first layer works in groups of 4 rows. */
class Nd4jConvGradientTest extends ConvGradientTest {

    /** The naive network is the same for every backend. */
    @Override
    protected void shouldCompareWithARightGradient(Case network) {}

    @Override
    protected GradientNetwork network(ConvLayout layout, int maxRows) {
        ConvLayer first = layout.convolutions().get(0);
        int rowFloats = first.outputSize() / first.outputs() * first.windowSize();
        return new Nd4jConv(layout, maxRows, 4 * rowFloats);
    }
}

package io.htsrl.nd4j.network;

import io.htsrl.core.schedule.Backend;
import io.htsrl.policies.network.PlanesTest;

/** Tests frames of planes. */
class Nd4jPlanesTest extends PlanesTest {

    @Override
    protected Backend backend() {
        return Backend.ND4J;
    }
}

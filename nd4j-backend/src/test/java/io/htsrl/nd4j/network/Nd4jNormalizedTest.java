package io.htsrl.nd4j.network;

import io.htsrl.core.schedule.Backend;
import io.htsrl.policies.normalize.NormalizedPolicyTest;

/** Tests normalised observations. */
class Nd4jNormalizedTest extends NormalizedPolicyTest {

    @Override
    protected Backend backend() {
        return Backend.ND4J;
    }
}

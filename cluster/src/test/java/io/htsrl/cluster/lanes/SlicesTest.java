package io.htsrl.cluster.lanes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlicesTest {

    private static Slices of(PolicyNetwork policy) {
        return new Slices(policy.newChainedNetwork(3, Team.alone()).orElseThrow());
    }

    private static PolicyNetwork network(int units) {
        MlpConfig config = new MlpConfig(List.of(units, units), Activation.TANH, true);
        return Networks.create(config, ObservationSpace.floats(4), 1, 2, Heads.ACTOR_CRITIC);
    }

    @Test
    void shouldSendASmallNetworkInOnePiece() {
        PolicyNetwork policy = network(32);
        Slices slices = of(policy);

        assertEquals(1, slices.count());
        assertEquals(policy.parameterCount(), slices.size(0));
    }

    @Test
    void shouldSendEachElementOnceAndPutItWhereItWas() {
        PolicyNetwork policy = network(150);
        Slices slices = of(policy);
        assertEquals(2, slices.count(), "heads and the second layer; the first");
        float[] gradient = new float[policy.parameterCount()];
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] = i;
        }
        float[] there = new float[gradient.length];
        Arrays.fill(there, Float.NaN);

        for (int slice = 0; slice < slices.count(); slice++) {
            slices.put(slice, slices.take(slice, gradient), there);
        }

        assertArrayEquals(gradient, there);
        assertEquals(gradient.length, slices.size(0) + slices.size(1));
        assertThrows(IllegalArgumentException.class, () -> slices.put(0, new float[3], there));
    }
}

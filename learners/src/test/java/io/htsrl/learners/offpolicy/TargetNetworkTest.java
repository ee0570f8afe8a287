package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.work.Team;
import io.htsrl.learners.Fixtures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetNetworkTest {
    private static final float[] BEHAVIOUR = {0.5f, -0.6f, 0.4f};
    private static final float[] CURRENT = {0.1f, 0.9f, -0.8f};

    private static TargetNetwork targetOf(Fixtures.LinearNetwork network) {
        return new TargetNetwork(List.of(network), Fixtures.targets(0.25), new BatchTeam(1, Team.alone()));
    }

    @Test
    void shouldMoveTheTargetTowardsTheLearntNetwork() {
        Fixtures.LinearNetwork network = new Fixtures.LinearNetwork();
        TargetNetwork target = targetOf(network);
        target.copy(BEHAVIOUR);
        assertArrayEquals(BEHAVIOUR, network.loaded());
        target.follow(CURRENT);
        for (int i = 0; i < 3; i++) {
            assertEquals(0.75 * BEHAVIOUR[i] + 0.25 * CURRENT[i], network.loaded()[i], 1e-7);
        }
    }

    @Test
    void shouldBeWhereItWasOnceRestored() throws IOException {
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        TargetNetwork target = targetOf(new Fixtures.LinearNetwork());
        target.copy(BEHAVIOUR);
        target.save(new DataOutputStream(saved));

        Fixtures.LinearNetwork network = new Fixtures.LinearNetwork();
        targetOf(network).restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));

        assertArrayEquals(BEHAVIOUR, network.loaded());
    }
}

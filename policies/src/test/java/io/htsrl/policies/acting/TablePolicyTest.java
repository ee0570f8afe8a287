package io.htsrl.policies.acting;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.TableLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TablePolicyTest {
    private static final ObservationSpace SPACE = ObservationSpace.oneHot(3, 2);

    private static PolicyNetwork policy(FirstHead first, Heads heads) {
        return Networks.create(new TableConfig(), SPACE, 1, first, heads);
    }

    /** The row of part one's {@code i} and part two's {@code j}. */
    private static float[] seen(int i, int j) {
        float[] row = new float[5];
        row[i] = 1;
        row[3 + j] = 1;
        return row;
    }

    @Test
    void shouldHaveARowForEveryCombination() {
        TableLayout layout = new TableLayout(SPACE, FirstHead.of(2), Heads.Q);
        List<Integer> states = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 2; j++) {
                states.add(layout.state(seen(i, j), 0));
            }
        }
        assertEquals(List.of(0, 1, 2, 3, 4, 5), states);
        assertEquals(0, layout.state(new float[5], 0), "of the end of an episode");
        assertEquals(12, layout.parameterCount());
    }

    @Test
    void shouldGiveTheRowOfWhatItSees() {
        PolicyNetwork policy = policy(new FirstHead(2, 1, -0.5f), Heads.ACTOR_CRITIC);
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, RandomStream.root(1));
        assertEquals(6 * 3 + 1, parameters.length);
        assertEquals(-0.5f, parameters[18], "what no observation decides");
        for (int i = 0; i < 18; i++) {
            assertEquals(0, parameters[i]);
            parameters[i] = i;
        }
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters);
        ObservationBatch batch = new ObservationBatch(1);
        batch.over(seen(2, 1));
        batch.add(0);
        float[] outputs = new float[4];
        policy.newForward().forward(snapshot, batch, outputs, new int[] {0});

        assertArrayEquals(new float[] {15, 16, -0.5f, 17}, outputs);
    }

    @Test
    void shouldAddUpTheGradientsOfEqualObservations() {
        PolicyNetwork policy = policy(FirstHead.of(2), Heads.Q);
        float[] rows = new float[15];
        System.arraycopy(seen(1, 0), 0, rows, 0, 5);
        System.arraycopy(seen(2, 1), 0, rows, 5, 5);
        System.arraycopy(seen(1, 0), 0, rows, 10, 5);
        ObservationBatch batch = new ObservationBatch(3);
        batch.over(rows);
        batch.add(0);
        batch.add(5);
        batch.add(10);
        float[] gradient = new float[12];
        try (GradientNetwork network = policy.newGradientNetwork(3)) {
            network.loadParameters(new float[12]);
            network.forward(batch, new float[6]);
            network.backward(new float[] {1, 2, 3, 4, 10, 20}, gradient);
        }
        assertArrayEquals(new float[] {0, 0, 0, 0, 11, 22, 0, 0, 0, 0, 3, 4}, gradient);
    }

    @ParameterizedTest
    @EnumSource
    void shouldPassTheSelfCheckWithEveryHead(Heads heads) {
        PolicyNetwork policy = policy(new FirstHead(3, heads == Heads.ACTOR ? 3 : 0, 0), heads);
        float[] parameters = new float[policy.parameterCount()];
        SelfCheck check = new SelfCheck(SPACE, 1, 16, parameters, RandomStream.root(3));

        assertTrue(check.acting(policy).holds());
        for (CheckRow row : check.learning(policy, policy::newGradientNetwork)) {
            assertTrue(row.holds(), row::toString);
        }
    }

    @Test
    void shouldRefuseWhatIsNotOneHot() {
        Violations violations = new Violations();
        new TableConfig().check(ObservationSpace.floats(4), 2, violations);

        assertEquals(
                "--network table: it reads observations that are one of a few, one-hot, not float32[4]; give mlp, or an"
                        + " environment of such observations, Blackjack-v1 for example",
                violations.list().get(0).toString());
        assertEquals(
                "--frame-stack 2: it must be 1 with --network table, which has a row for each single observation; give 1,"
                        + " or --network mlp",
                violations.list().get(1).toString());
    }

    @Test
    void shouldSayHowLargeItIsAlsoWhereItIsTooLarge() {
        NetworkSize size = new TableConfig().size(SPACE, 1, FirstHead.of(2), Heads.Q);
        assertEquals(12, size.parameters());

        int[] many = new int[40];
        java.util.Arrays.fill(many, 10);
        long huge = new TableConfig()
                .size(ObservationSpace.oneHot(many), 1, FirstHead.of(2), Heads.Q)
                .parameters();
        assertEquals(NetworkSize.tooLarge(0).parameters(), huge);
    }

    @Test
    void shouldRefuseAnotherPolicysSnapshot() {
        Policy.Snapshot other = policy(FirstHead.of(2), Heads.Q).newSnapshot();
        Policy.Forward forward = policy(FirstHead.of(2), Heads.Q).newForward();
        assertThrows(
                IllegalArgumentException.class,
                () -> forward.forward(other, new ObservationBatch(1), new float[2], new int[1]));
    }
}

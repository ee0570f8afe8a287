package io.htsrl.learners.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.learners.Fixtures;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RewardScaleTest {
    private static final int STEPS = 12;
    private static final int ENVIRONMENTS = 3;
    private static final double GAMMA = 0.9;
    private static final double CLIP = 1.25;

    private static StorageBank bank(long seed) {
        return Fixtures.bank(STEPS, ENVIRONMENTS, new float[3], seed);
    }

    private static RewardScale running(StorageBank bank) {
        return RewardScale.running(bank.shape(), GAMMA, CLIP);
    }

    /** The discounted returns of all steps of these banks, of a replica since its episode began. */
    private static List<Double> returns(List<StorageBank> banks) {
        List<Double> all = new ArrayList<>();
        double[] episode = new double[ENVIRONMENTS];
        for (StorageBank bank : banks) {
            for (int step = 0; step < STEPS; step++) {
                for (int environment = 0; environment < ENVIRONMENTS; environment++) {
                    int row = bank.row(step, environment);
                    episode[environment] = GAMMA * episode[environment] + bank.rewards()[row];
                    all.add(episode[environment]);
                    if (bank.terminated(row) || bank.truncated(row)) {
                        episode[environment] = 0;
                    }
                }
            }
        }
        return all;
    }

    private static double deviation(List<Double> values) {
        double mean = values.stream().mapToDouble(v -> v).sum() / values.size();
        double squares =
                values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / values.size() + 1e-8);
    }

    @Test
    void shouldDivideByTheDeviationOfTheReturnsOfTheBanksBeforeAndTheFirstByItsOwn() {
        List<StorageBank> before = new ArrayList<>();
        RewardScale scale = running(bank(0));
        int clipped = 0;
        for (long k = 0; k < 5; k++) {
            StorageBank bank = bank(k);
            scale.begin(bank);
            double expected = 1 / deviation(returns(before.isEmpty() ? List.of(bank) : before));
            assertEquals(expected, scale.scale(), 1e-8, "frozen before bank " + k);
            for (int row = 0; row < bank.rewards().length; row++) {
                double scaled = bank.rewards()[row] * expected;
                double bounded = Math.max(-CLIP, Math.min(CLIP, scaled));
                clipped += scaled != bounded ? 1 : 0;
                assertEquals(bounded, scale.reward(bank, row), 1e-8);
            }
            scale.learnt(bank);
            before.add(bank);
        }
        assertTrue(clipped > 0, "the clip was tried");
    }

    @Test
    void shouldLeaveTheBankAsItIs() {
        StorageBank bank = bank(1);
        float[] rewards = bank.rewards().clone();
        RewardScale scale = running(bank);
        scale.learnt(bank);
        scale.reward(bank, 0);

        assertArrayEquals(rewards, bank.rewards(), 0);
    }

    /** Under async any column may hold any replica's rollout, and two of them one's: the earlier first. */
    @Test
    void shouldFollowReplicasThroughWhateverColumnsTheyLieIn() {
        StorageBank bank = bank(3);
        RewardScale scale = running(bank);
        bank.stamp(0, 7, 0);
        bank.stamp(1, 7, 0);
        bank.stamp(2, 2, 0);
        scale.learnt(bank);
        List<Double> expected = new ArrayList<>();
        double[][] columns = new double[ENVIRONMENTS][STEPS];
        double seven = 0;
        double two = 0;
        for (int column = 0; column < ENVIRONMENTS; column++) {
            for (int step = 0; step < STEPS; step++) {
                int row = bank.row(step, column);
                double value = GAMMA * (column < 2 ? seven : two) + bank.rewards()[row];
                columns[column][step] = value;
                boolean ended = bank.terminated(row) || bank.truncated(row);
                seven = column < 2 ? (ended ? 0 : value) : seven;
                two = column < 2 ? two : ended ? 0 : value;
            }
        }
        for (int step = 0; step < STEPS; step++) {
            for (double[] column : columns) {
                expected.add(column[step]);
            }
        }
        assertEquals(1 / deviation(expected), scale.scale(), 1e-9);
    }

    @Test
    void shouldGoOnWithTheSameBitsAndPutThemIntoTheDigest() throws IOException {
        RewardScale scale = running(bank(0));
        String unused = digest(scale);
        scale.learnt(bank(0));
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        scale.save(new DataOutputStream(saved));
        RewardScale resumed = running(bank(0));
        resumed.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));

        assertNotEquals(unused, digest(scale));
        assertEquals(digest(scale), digest(resumed));
        assertEquals(scale.scale(), resumed.scale(), "at once");
        scale.learnt(bank(1));
        resumed.learnt(bank(1));
        assertEquals(digest(scale), digest(resumed));
        assertEquals(scale.scale(), resumed.scale());
    }

    @Test
    void shouldDoNothingWhereRewardsStayAsTheyAre() throws IOException {
        StorageBank bank = bank(2);
        RewardScale none = RewardScale.NONE;
        none.learnt(bank);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        none.save(new DataOutputStream(saved));

        assertEquals(bank.rewards()[4], none.reward(bank, 4));
        assertEquals(0, saved.size());
        assertEquals(new BitHasher().hex(), digest(none));
    }

    private static String digest(RewardScale scale) {
        BitHasher hasher = new BitHasher();
        scale.digest(hasher);
        return hasher.hex();
    }
}

package io.htsrl.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.ObservationBatch;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StorageBankTest {
    private static final BankShape FLOATS = new BankShape(3, 2, ObservationSpace.floats(4), 1, 5);
    private static final BankShape BYTES = new BankShape(3, 2, ObservationSpace.bytes(2, 2), 1, 5);

    private static StepResult result(double reward, boolean terminated, boolean truncated) {
        StepResult result = new StepResult();
        result.set(reward, terminated, truncated);
        return result;
    }

    @Test
    void shouldGiveEveryObservationItsOwnRow() {
        StorageBank bank = new StorageBank(FLOATS);
        Set<Integer> offsets = new HashSet<>();
        for (int step = 0; step <= 3; step++) {
            for (int environment = 0; environment < 2; environment++) {
                offsets.add(bank.observationOffset(step, environment));
            }
        }
        assertEquals(8, offsets.size());
        assertEquals(8 * 4, bank.floatObservations().length);
    }

    @Test
    void shouldCarryTheLastObservationOver() {
        for (BankShape shape : new BankShape[] {FLOATS, BYTES}) {
            StorageBank previous = new StorageBank(shape);
            StorageBank next = new StorageBank(shape);
            ObservationSlot slot = previous.observationSlot(3, 1, new ObservationSlot());
            if (slot.floats() != null) {
                slot.set(2, 7);
            } else {
                slot.bytes()[slot.offset() + 2] = 7;
            }
            next.carryOver(previous, 1, 1);
            ObservationSlot carried = next.observationSlot(0, 1, new ObservationSlot());
            assertEquals(7, carried.floats() != null ? carried.get(2) : carried.bytes()[carried.offset() + 2]);
        }
    }

    @Test
    void shouldTellTruncationFromTermination() {
        StorageBank bank = new StorageBank(FLOATS);
        bank.storeResult(0, 0, result(1, true, false));
        bank.storeResult(1, 0, result(2, false, true));
        bank.storeResult(2, 0, result(3, true, true)); // both: a terminal state
        assertTrue(bank.terminated(bank.row(0, 0)));
        assertTrue(bank.truncated(bank.row(1, 0)));
        assertFalse(bank.terminated(bank.row(1, 0)));
        assertTrue(bank.terminated(bank.row(2, 0)));
        assertFalse(bank.truncated(bank.row(2, 0)));
        assertEquals(3f, bank.rewards()[bank.row(2, 0)]);
    }

    @Test
    void shouldKeepFinalObservationsInOrderUntilTheNextInterval() {
        StorageBank bank = new StorageBank(FLOATS);
        for (int step = 0; step < 3; step++) {
            ObservationSlot slot = bank.observationSlot(step + 1, 0, new ObservationSlot());
            slot.set(0, 10 + step);
            bank.keepFinal(step, 0);
            slot.set(0, -1); // the next episode's first observation
        }
        FinalObservations finals = bank.finals(0);
        assertEquals(3, finals.count());
        ObservationBatch batch = new ObservationBatch(1);
        for (int index = 0; index < 3; index++) {
            finals.bind(batch, index);
            assertEquals(index, finals.step(index));
            assertEquals(10f + index, batch.floats()[batch.offset(0)]);
        }
        bank.carryOver(new StorageBank(FLOATS), 0, 0);
        assertEquals(0, finals.count());
    }

    /** Fills a column with numbers that no other column has. */
    private static void fill(StorageBank bank, int column, int number) {
        ObservationSlot slot = new ObservationSlot();
        for (int step = 0; step <= 3; step++) {
            bank.observationSlot(step, column, slot);
            for (int i = 0; i < 4; i++) {
                if (slot.floats() != null) {
                    slot.set(i, number + 4 * step + i);
                } else {
                    slot.bytes()[slot.offset() + i] = (byte) (number + 4 * step + i);
                }
            }
        }
        for (int step = 0; step < 3; step++) {
            bank.actions()[bank.row(step, column)] = number + step;
            bank.storeOutput(step, column, new float[] {number, step, 2, 3, 4}, 0);
            bank.storeResult(step, column, result(number - step, step == 0, step == 1));
        }
        bank.keepFinal(1, column);
        bank.stamp(column, number, number + 1L);
    }

    /** The copy's digest is that of a bank that was written there at once. */
    @Test
    void shouldCopyAColumnWhole() {
        for (BankShape shape : new BankShape[] {FLOATS, BYTES}) {
            StorageBank source = new StorageBank(new BankShape(3, 7, shape.observationSpace(), 1, 5));
            fill(source, 4, 50);
            fill(source, 5, 90);
            StorageBank copy = new StorageBank(shape);
            fill(copy, 0, 20); // its final observation must go
            copy.copyColumn(source, 5, 0);
            copy.copyColumn(source, 4, 1);
            StorageBank direct = new StorageBank(shape);
            fill(direct, 0, 90);
            fill(direct, 1, 50);
            assertEquals(digest(direct, 0), digest(copy, 0));
            assertEquals(90, copy.environment(0));
            assertEquals(51, copy.version(1));
        }
    }

    @Test
    void shouldCarryOverFromOneColumnToAnother() {
        StorageBank bank = new StorageBank(FLOATS);
        fill(bank, 0, 10);
        fill(bank, 1, 50);
        bank.carryOver(bank, 0, 1);
        ObservationSlot first = bank.observationSlot(0, 1, new ObservationSlot());
        assertEquals(10 + 12 + 3, first.get(3));
        assertEquals(0, bank.finals(1).count());
        assertEquals(1, bank.finals(0).count());
    }

    @Test
    void shouldFindAnEnvironmentInItsColumn() {
        StorageBank bank = new StorageBank(new BankShape(3, 7, FLOATS.observationSpace(), 1, 5));
        ColumnRows rows = new ColumnRows(bank, 2);
        rows.assign(1, 6);
        ObservationBatch batch = new ObservationBatch(1);
        rows.bind(batch);
        rows.add(batch, 2, 1);
        assertEquals(bank.observationOffset(2, 6), batch.offset(0));
        assertTrue(batch.floats() == bank.floatObservations());
    }

    @Test
    void shouldStoreTheOutputRow() {
        StorageBank bank = new StorageBank(FLOATS);
        bank.storeOutput(1, 1, new float[] {0, 0, 1, 2, 3, 4, 5}, 2);
        float[] row = new float[5];
        System.arraycopy(bank.outputs(), bank.row(1, 1) * 5, row, 0, 5);
        assertArrayEquals(new float[] {1, 2, 3, 4, 5}, row);
    }

    @Test
    void shouldDigestEveryField() {
        Set<String> digests = new HashSet<>();
        digests.add(digest(new StorageBank(FLOATS), 0));
        for (int field = 0; field < 7; field++) {
            StorageBank bank = new StorageBank(FLOATS);
            switch (field) {
                case 0 -> bank.observationSlot(3, 1, new ObservationSlot()).set(3, Float.MIN_VALUE);
                case 1 -> bank.actions()[5] = Float.MIN_VALUE;
                case 2 -> bank.storeResult(2, 1, result(-0.0, false, false));
                case 3 -> bank.storeResult(2, 1, result(0, true, false));
                case 4 -> bank.storeResult(2, 1, result(0, false, true));
                case 5 -> bank.outputs()[29] = Float.MIN_VALUE;
                default -> bank.keepFinal(1, 1);
            }
            assertTrue(digests.add(digest(bank, 0)), "field " + field + " does not reach the digest");
        }
        assertTrue(digests.add(digest(new StorageBank(FLOATS), -0f)), "parameters do not reach the digest");
    }

    @Test
    void shouldChainDigests() {
        DigestChain once = new DigestChain();
        DigestChain twice = new DigestChain();
        once.append(new StorageBank(BYTES), new float[1], hasher -> {});
        twice.append(new StorageBank(BYTES), new float[1], hasher -> {});
        assertEquals(once.hex(), twice.hex());
        twice.append(new StorageBank(BYTES), new float[1], hasher -> {});
        assertNotEquals(once.hex(), twice.hex());
        assertEquals(32, once.hex().length());
    }

    /** The digest is part of users' records: it must not change between versions unnoticed. */
    @Test
    void shouldGiveTheSameDigestOnEveryPlatform() {
        assertEquals("8d63c67f9cde350e970f35d2ef11dc3e", digest(new StorageBank(FLOATS), 1));
    }

    private static String digest(StorageBank bank, float parameter) {
        DigestChain chain = new DigestChain();
        chain.append(bank, new float[] {parameter}, hasher -> {});
        return chain.hex();
    }
}

package io.htsrl.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.storage.FieldSpec.Moment;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A field is declared here and named by the shape; all else follows. */
class AddedFieldTest {
    private static final FieldSpec<float[]> LOG_PROBABILITY =
            FieldSpec.perStep("log_probability", ElementType.FLOAT, Moment.ACTION, BankShape::actionWidth);
    private static final FieldSpec<byte[]> EXPLORED =
            FieldSpec.perStep("explored", ElementType.BYTE, Moment.ACTION, shape -> 1);
    private static final FieldSpec<long[]> STARTED = FieldSpec.perEnvironment("started", ElementType.LONG, shape -> 2);
    private static final FieldSpec<float[]> TRACE = FieldSpec.perStep(
                    "trace", ElementType.FLOAT, Moment.RESULT, shape -> 1)
            .undigested();
    private static final FieldSpec<float[]> SCRATCH = FieldSpec.perStep(
                    "scratch", ElementType.FLOAT, Moment.RESULT, shape -> 1)
            .unsaved();

    private static final BankShape PLAIN = new BankShape(3, 2, ObservationSpace.floats(4), 2, 5);
    private static final BankShape SHAPE =
            PLAIN.with(LOG_PROBABILITY).with(EXPLORED).with(STARTED).with(TRACE).with(SCRATCH);

    private final StorageBank bank = new RandomBank(SHAPE, 1).bank;

    private static StorageBank restored(StorageBank written) throws IOException {
        StorageBank read = new StorageBank(written.shape());
        read.restore(BankFieldsTest.input(BankFieldsTest.saved(written)));
        return read;
    }

    @Test
    void shouldHaveARowForEachStepOrEnvironment() {
        assertEquals(3 * 2 * 2, bank.array(LOG_PROBABILITY).length);
        assertEquals(3 * 2, bank.array(EXPLORED).length);
        assertEquals(2 * 2, bank.array(STARTED).length);
    }

    @Test
    void shouldReachTheDigestUnlessItIsNotDigested() {
        String digest = BankFieldsTest.digest(bank);
        bank.array(TRACE)[0] = 1;
        bank.array(SCRATCH)[0] = 1;
        assertEquals(digest, BankFieldsTest.digest(bank));
        bank.array(LOG_PROBABILITY)[11] = 1;
        String changed = BankFieldsTest.digest(bank);
        assertNotEquals(digest, changed);
        bank.array(STARTED)[3] = 1;
        assertNotEquals(changed, BankFieldsTest.digest(bank));
    }

    /** Runs without such fields go on giving their digests. */
    @Test
    void shouldLeaveTheDigestOfOtherBanksAlone() {
        StorageBank plain = new RandomBank(PLAIN, 1).bank;
        StorageBank beyond = new RandomBank(PLAIN.with(TRACE).with(SCRATCH), 1).bank;
        assertEquals(BankFieldsTest.digest(plain), BankFieldsTest.digest(beyond));
        assertNotEquals(BankFieldsTest.digest(plain), BankFieldsTest.digest(bank));
    }

    @Test
    void shouldComeBackFromAFileUnlessItIsNotSaved() throws IOException {
        bank.array(LOG_PROBABILITY)[11] = Float.intBitsToFloat(0x7fc12345);
        bank.array(EXPLORED)[5] = 1;
        bank.array(STARTED)[3] = Long.MIN_VALUE;
        bank.array(TRACE)[5] = 3;
        bank.array(SCRATCH)[5] = 4;
        StorageBank read = restored(bank);
        assertEquals(0x7fc12345, Float.floatToRawIntBits(read.array(LOG_PROBABILITY)[11]));
        assertArrayEquals(bank.array(EXPLORED), read.array(EXPLORED));
        assertArrayEquals(bank.array(STARTED), read.array(STARTED));
        assertArrayEquals(bank.array(TRACE), read.array(TRACE));
        assertEquals(0, read.array(SCRATCH)[5]);
        assertEquals(BankFieldsTest.digest(bank), BankFieldsTest.digest(read));
        assertThrows(
                IOException.class,
                () -> new StorageBank(PLAIN).restore(BankFieldsTest.input(BankFieldsTest.saved(bank))));
    }

    @Test
    void shouldBeCopiedWithItsColumn() {
        bank.array(LOG_PROBABILITY)[2 * 4 + 2 + 1] = 5; // step 2, environment 1
        bank.array(STARTED)[2] = 6;
        bank.array(SCRATCH)[3] = 7;
        StorageBank slab = new StorageBank(SHAPE.withEnvironments(5));
        slab.copyColumn(bank, 1, 4);
        assertEquals(5, slab.array(LOG_PROBABILITY)[(2 * 5 + 4) * 2 + 1]);
        assertEquals(6, slab.array(STARTED)[4 * 2]);
        assertEquals(7, slab.array(SCRATCH)[5 + 4]);
    }

    @Test
    void shouldBeNamedWhereItIsTheFirstToDiffer() {
        StorageBank other = new RandomBank(SHAPE, 1).bank;
        assertTrue(bank.firstDifference(other).isEmpty());
        other.array(TRACE)[0] = 1;
        assertTrue(bank.firstDifference(other).isEmpty(), "what no digest covers explains none");
        other.array(STARTED)[3] = 9;
        assertDifference(other, "started", 1, BankDifference.NONE, "9");
        other.rewards()[3] += 1;
        other.array(EXPLORED)[3] = 1;
        assertDifference(other, "explored", BankDifference.NONE, 1, "1");
        other.array(LOG_PROBABILITY)[7] = 1;
        assertDifference(other, "log_probability", 1, 1, "1.0");
        other.outputs()[3 * 5] = 2;
        assertDifference(other, "output", 0, 1, "2.0");
    }

    private void assertDifference(StorageBank other, String field, int element, int step, String value) {
        BankDifference found = bank.firstDifference(other).orElseThrow();
        assertEquals(field, found.field());
        assertEquals(element, found.element());
        assertEquals(step, found.step());
        assertEquals(1, found.environment());
        assertEquals(value, found.other().text());
    }

    @Test
    void shouldCountInTheBanksBytes() {
        assertEquals(3 * 2 * (2 * 4 + 1 + 4 + 4) + 2 * 2 * 8, SHAPE.bytes() - PLAIN.bytes());
    }

    @Test
    void shouldBeAbsentWhereItsWidthIsNought() {
        FieldSpec<float[]> scoredOnly =
                FieldSpec.perStep("bonus", ElementType.FLOAT, Moment.RESULT, shape -> shape.scored() ? 1 : 0);
        StorageBank without = new StorageBank(PLAIN.with(scoredOnly));
        assertNull(without.array(scoredOnly));
        assertEquals(BankFieldsTest.digest(new StorageBank(PLAIN)), BankFieldsTest.digest(without));
    }

    @Test
    void shouldRefuseWhatWouldBeAmbiguous() {
        assertEquals(
                "the bank has no field 'trace': name it in the bank's shape",
                assertThrows(IllegalArgumentException.class, () -> new StorageBank(PLAIN).array(TRACE))
                        .getMessage());
        assertTrue(assertThrows(
                        IllegalArgumentException.class,
                        () -> new StorageBank(PLAIN.with(TRACE).with(TRACE)))
                .getMessage()
                .contains("two fields"));
        assertTrue(assertThrows(
                        IllegalArgumentException.class,
                        () -> new FieldSpec<>(
                                "x", ElementType.FLOAT, Moment.RESULT, FieldSpec.Extent.STEPS, shape -> 1, true, false))
                .getMessage()
                .contains("must be saved"));
    }
}

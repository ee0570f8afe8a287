package io.htsrl.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.ObservationSpace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Tests digest, file, copy and comparison of banks of every shape. */
class BankFieldsTest {

    @Provide
    Arbitrary<BankShape> shapes() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.of(
                                ObservationSpace.floats(3),
                                ObservationSpace.bytes(2, 2),
                                ObservationSpace.floats(1).withMask(new ActionSpace.Discrete(2))),
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.integers().between(1, 2),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.of(true, false),
                        Arbitraries.of(0, 2))
                .as(BankShape::new);
    }

    static String digest(StorageBank bank) {
        BitHasher hasher = new BitHasher();
        bank.digest(hasher);
        return hasher.hex();
    }

    static byte[] saved(StorageBank bank) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bank.save(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    static DataInputStream input(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    private static void assertSame(StorageBank expected, StorageBank actual) throws IOException {
        assertEquals(digest(expected), digest(actual));
        assertEquals(List.of(), expected.firstDifference(actual).stream().toList());
        assertEquals(HexFormat.of().formatHex(saved(expected)), HexFormat.of().formatHex(saved(actual)));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void shouldHashWhatTheChainHasAlwaysHashed(@ForAll("shapes") BankShape shape, @ForAll long seed) {
        RandomBank random = new RandomBank(shape, seed);
        assertEquals(random.expectedDigest(), digest(random.bank));
    }

    /** They come from the build before banks were lists of fields. */
    @Example
    void shouldGiveTheDigestsOfBefore() {
        BankShape floats = new BankShape(5, 3, ObservationSpace.floats(3), 2, 3);
        assertEquals("0b7e850414246e3fc5f36d0449a5a3b2", digest(new RandomBank(floats, 1).bank));
        BankShape bytes = new BankShape(6, 2, ObservationSpace.bytes(2, 2), 4, 1, 2, true, 0);
        assertEquals("b9223618a34da48f8efe744b471301e9", digest(new RandomBank(bytes, 2).bank));
        BankShape stacked = new BankShape(7, 3, ObservationSpace.floats(2), 3, 1, 1, false, 0);
        assertEquals("da0783020f4bf060683291a3d775d68a", digest(new RandomBank(stacked, 3).bank));
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void shouldBecomeWhatWasSaved(@ForAll("shapes") BankShape shape, @ForAll long seed) throws IOException {
        StorageBank written = new RandomBank(shape, seed).bank;
        StorageBank read = new RandomBank(shape, seed + 1).bank; // all of it must go
        DataInputStream in = input(saved(written));
        read.restore(in);
        assertEquals(0, in.available());
        assertSame(written, read);
        for (int column = 0; column < shape.environments(); column++) {
            assertEquals(written.environment(column), read.environment(column));
            assertEquals(written.version(column), read.version(column));
        }
    }

    /** As the queue does: from any column of a bank with more of them. */
    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void shouldBecomeWhatWasCopiedColumnByColumn(@ForAll("shapes") BankShape shape, @ForAll long seed)
            throws IOException {
        StorageBank source = new RandomBank(shape, seed).bank;
        int room = shape.environments();
        StorageBank slab = new RandomBank(shape.withEnvironments(room + 2), seed + 1).bank;
        StorageBank copy = new RandomBank(shape, seed + 2).bank;
        for (int column = 0; column < room; column++) {
            slab.copyColumn(source, column, room + 1 - column);
        }
        for (int column = 0; column < room; column++) {
            copy.copyColumn(slab, room + 1 - column, column);
        }
        assertSame(source, copy);
    }

    /** A bit of every byte in turn: whatever is hashed is saved, and is found where it is. */
    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
    void shouldSeeEveryBitThatTheDigestSees(@ForAll("shapes") BankShape shape, @ForAll long seed) throws IOException {
        StorageBank reference = new RandomBank(shape, seed).bank;
        byte[] whole = saved(reference);
        StorageBank other = new StorageBank(shape);
        int differing = 0;
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= 1;
            try {
                other.restore(input(changed));
            } catch (IOException | RuntimeException e) {
                continue; // a name, a length, a count
            }
            boolean differs = !digest(reference).equals(digest(other));
            assertEquals(differs, reference.firstDifference(other).isPresent(), "byte " + i);
            differing += differs ? 1 : 0;
        }
        int elements = reference.actions().length + reference.rewards().length + reference.outputs().length;
        assertTrue(differing >= 4 * elements, differing + " of " + whole.length);
    }

    private static BankDifference difference(StorageBank reference, StorageBank other) {
        return reference.firstDifference(other).orElseThrow();
    }

    /** What differs later may be a consequence: of one step in another environment, of its observation. */
    @Example
    void shouldTakeTheFirstInTheOrderOfCauseAndEffect() {
        BankShape shape = new BankShape(3, 2, ObservationSpace.floats(2), 2, 1, 3, true, 0);
        StorageBank reference = new RandomBank(shape, 5).bank;
        StorageBank other = new RandomBank(shape, 5).bank;
        List<String> found = new ArrayList<>();
        int row = other.row(1, 1);
        Runnable[] changes = {
            () -> other.rewards()[row] += 1e9f,
            () -> other.actions()[row] = 7,
            () -> other.outputs()[3 * row + 2] = 7,
            () -> other.floatObservations()[other.observationOffset(1, 1) + 1] = 7,
            () -> other.scores()[other.row(1, 0)] += 1e9f,
            () -> other.outputs()[3] = 7,
            () -> other.floatObservations()[other.observationOffset(-1, 1)] = 7
        };
        for (Runnable change : changes) {
            change.run();
            BankDifference first = difference(reference, other);
            found.add(first.field() + " " + first.element() + " " + first.step() + " " + first.environment());
        }
        int none = BankDifference.NONE;
        assertEquals(
                List.of(
                        "reward " + none + " 1 1",
                        "action " + none + " 1 1",
                        "output 2 1 1",
                        "observation 1 1 1",
                        "score " + none + " 1 0",
                        "output 0 0 1",
                        "observation 0 -1 1"),
                found);
    }

    @Example
    void shouldNameTheMaskOfAnObservation() {
        ObservationSpace space = ObservationSpace.floats(2).withMask(new ActionSpace.Discrete(3));
        BankShape shape = new BankShape(3, 2, space, 2, 1, 3, true, 0);
        StorageBank reference = new RandomBank(shape, 5).bank;
        StorageBank other = new RandomBank(shape, 5).bank;
        int mask = other.observationOffset(1, 1) + 2;
        other.floatObservations()[mask + 2] += 7;
        assertEquals(
                "mask 2",
                difference(reference, other).field() + " "
                        + difference(reference, other).element());
        assertNotEquals(digest(reference), digest(other));
        other.floatObservations()[mask - 1] += 7;
        assertEquals("observation", difference(reference, other).field());
    }

    @Example
    void shouldTellBothValues() {
        BankShape shape = new BankShape(1, 2, ObservationSpace.bytes(2), 1, 1, 1, true, 0);
        StorageBank reference = new StorageBank(shape);
        StorageBank other = new StorageBank(shape);
        other.array(BankFields.ENDINGS)[1] = 6;
        BankDifference ending = difference(reference, other);
        assertEquals("ending", ending.field());
        assertEquals("none (0x00)", ending.reference().toString());
        assertEquals("truncated, the game continues (0x06)", ending.other().toString());
        reference.array(BankFields.ENDINGS)[1] = 2;
        assertEquals("continues", difference(reference, other).field());
        other.array(BankFields.ENDINGS)[1] = 10;
        assertEquals("ending", difference(reference, other).field());
        assertEquals(
                "truncated, the step was lost (0x0a)",
                difference(reference, other).other().toString());
        other.rewards()[0] = -Float.MIN_VALUE;
        assertEquals(
                "-1.4E-45 (0x80000001)", difference(reference, other).other().toString());
        assertEquals(1, difference(reference, other).ulps());
        other.byteObservations()[1] = -2;
        assertEquals("254 (0xfe)", difference(reference, other).other().toString());
        assertEquals(-1, difference(reference, other).ulps());
    }

    @Example
    void shouldRefuseTheFileOfAnotherBank() throws IOException {
        BankShape shape = new BankShape(2, 2, ObservationSpace.floats(2), 1, 3);
        byte[] whole = saved(new StorageBank(shape));
        assertRefused(
                "it is the state of 4 steps in an interval, not of 6",
                new BankShape(3, 2, ObservationSpace.floats(2), 1, 3),
                whole);
        assertRefused(
                "it is the state of 12 values of field 'output', not of 16",
                new BankShape(2, 2, ObservationSpace.floats(2), 1, 4),
                whole);
        assertRefused(
                "its field 'ending' stands where 'score' belongs: it is of a bank with other fields",
                new BankShape(2, 2, ObservationSpace.floats(2), 1, 1, 3, true, 0),
                whole);
    }

    private static void assertRefused(String message, BankShape shape, byte[] file) {
        assertEquals(
                message,
                assertThrows(IOException.class, () -> new StorageBank(shape).restore(input(file)))
                        .getMessage());
    }

    @Example
    void shouldRefuseToCompareBanksOfDifferentShapes() {
        StorageBank bank = new StorageBank(new BankShape(2, 2, ObservationSpace.floats(2), 1, 3));
        StorageBank other = new StorageBank(new BankShape(2, 3, ObservationSpace.floats(2), 1, 3));
        assertNotEquals(bank.shape(), other.shape());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> bank.firstDifference(other))
                .getMessage()
                .startsWith("banks of different shapes: "));
    }
}

package io.htsrl.determinism.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the digest sees, the recording has: of stacked frames of bytes, with scores beside rewards, and lives. */
class RecordedIntervalTest {
    private static final RunConfig CONFIG = Hts.configure("--algo", "a2c", "--env", "CartPole-v1");
    private static final int STEPS = 4;
    private static final int ENVIRONMENTS = 2;
    private static final int STACK = 3;

    /** What can be done otherwise while a bank is filled. */
    private enum Change {
        NONE,
        CARRIED,
        FRAME,
        DEPTH,
        ACTION,
        REWARD,
        SCORE,
        TERMINATED,
        CONTINUES,
        OUTPUT,
        FINAL
    }

    private final StepResult result = new StepResult();
    private final ObservationSlot slot = new ObservationSlot();

    private StorageBank filled(ObservationSpace space, Change change) {
        BankShape shape = new BankShape(STEPS, ENVIRONMENTS, space, STACK, 1, 3, true, 0);
        SplittableRandom random = new SplittableRandom(5);
        StorageBank before = new StorageBank(shape);
        StorageBank bank = new StorageBank(shape);
        for (int environment = 0; environment < ENVIRONMENTS; environment++) {
            fill(before, environment, random, Change.NONE);
            if (change == Change.CARRIED && environment == 1) { // the frame before the last: a step back from here
                touch(before, STEPS - 1, 1);
            }
            bank.carryOver(before, environment, environment);
            fill(bank, environment, random, environment == 1 ? change : Change.NONE);
        }
        return bank;
    }

    /** Environment 1 is truncated by step 2. */
    private void fill(StorageBank bank, int environment, SplittableRandom random, Change change) {
        for (int step = 0; step < STEPS; step++) {
            int row = bank.row(step, environment);
            bank.storeOutput(step, environment, new float[] {(float) random.nextDouble(), 2, step}, 0);
            bank.actions()[row] = random.nextInt(2);
            write(bank, step + 1, environment, random);
            boolean truncated = environment == 1 && step == 2;
            result.set(random.nextDouble(), change == Change.TERMINATED && step == 1, truncated);
            result.score = random.nextInt(9) + (change == Change.SCORE && step == 1 ? 1 : 0);
            result.continues = change == Change.CONTINUES && truncated;
            bank.storeResult(step, environment, result);
            if (truncated) {
                if (change == Change.FINAL) {
                    touch(bank, step + 1, environment);
                }
                bank.keepFinal(step, environment);
                write(bank, step + 1, environment, random);
                bank.beginEpisode(step + 1, environment);
            }
        }
        switch (change) {
            case FRAME -> touch(bank, 2, environment);
            case DEPTH -> bank.beginEpisode(2, environment);
            case ACTION -> bank.actions()[bank.row(1, environment)] += 1;
            case REWARD -> bank.rewards()[bank.row(1, environment)] += 1;
            case OUTPUT -> bank.outputs()[bank.row(1, environment) * 3 + 1] += 1;
            default -> {}
        }
    }

    private void write(StorageBank bank, int step, int environment, SplittableRandom random) {
        bank.observationSlot(step, environment, slot);
        for (int i = 0; i < 2; i++) {
            if (slot.floats() != null) {
                slot.set(i, (float) random.nextDouble());
            } else {
                slot.bytes()[slot.offset() + i] = (byte) random.nextInt();
            }
        }
    }

    private void touch(StorageBank bank, int step, int environment) {
        bank.observationSlot(step, environment, slot);
        if (slot.floats() != null) {
            slot.set(1, slot.get(1) + 1);
        } else {
            slot.bytes()[slot.offset() + 1]++;
        }
    }

    private static String digest(StorageBank bank) {
        BitHasher hasher = new BitHasher();
        bank.digest(hasher);
        return hasher.hex();
    }

    /** Writes it to a file and reads it back. */
    private static RecordedInterval recorded(StorageBank bank) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RecordedInterval.of(3, bank, new float[1], hasher -> {}).write(new DataOutputStream(bytes));
        return RecordedInterval.read(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), new StorageBank(bank.shape()));
    }

    private Optional<Difference> difference(ObservationSpace space, Change change) throws IOException {
        return FirstDifference.of(recorded(filled(space, Change.NONE)), recorded(filled(space, change)), CONFIG);
    }

    private void assertFound(Change change, Field field, String name, int step) throws IOException {
        for (ObservationSpace space : new ObservationSpace[] {ObservationSpace.floats(2), ObservationSpace.bytes(2)}) {
            assertNotEquals(digest(filled(space, Change.NONE)), digest(filled(space, change)));
            Difference found = difference(space, change).orElseThrow();
            assertEquals(field, found.field(), found.toString());
            assertEquals(name, found.name());
            assertEquals(step, found.step());
            assertEquals(1, found.environment());
            assertNotEquals(found.reference().bits(), found.other().bits());
        }
    }

    @Test
    void shouldFindNothingBetweenBanksOfOneDigest() throws IOException {
        for (ObservationSpace space : new ObservationSpace[] {ObservationSpace.floats(2), ObservationSpace.bytes(2)}) {
            assertEquals(digest(filled(space, Change.NONE)), digest(filled(space, Change.NONE)));
            assertTrue(difference(space, Change.NONE).isEmpty());
        }
    }

    @Test
    void shouldNameEveryFieldOfTheDigest() throws IOException {
        assertFound(Change.CARRIED, Field.CARRIED_FRAME, "frame[-1][1]", -1);
        assertFound(Change.FRAME, Field.OBSERVATION, "observation[1]", 2);
        assertFound(Change.DEPTH, Field.STACK_DEPTH, "depth", 2);
        assertFound(Change.OUTPUT, Field.OUTPUT, "output[1]", 1);
        assertFound(Change.ACTION, Field.ACTION, "action", 1);
        assertFound(Change.REWARD, Field.REWARD, "reward", 1);
        assertFound(Change.SCORE, Field.SCORE, "score", 1);
        assertFound(Change.TERMINATED, Field.ENDING, "ending", 1);
        assertFound(Change.CONTINUES, Field.LIFE_LOSS, "continues", 2);
        assertFound(Change.FINAL, Field.FINAL_OBSERVATION, "final[5]", 2);
    }

    @Test
    void shouldRefuseMoreParametersThanTheFileHasRoomFor() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(file);
        out.writeLong(3);
        out.writeBoolean(false);
        out.writeInt(1 << 30); // as a file of another form may say
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(file.toByteArray()));
        assertThrows(IOException.class, () -> RecordedInterval.read(in, null));
    }
}

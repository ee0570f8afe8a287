package io.htsrl.determinism.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FirstDifferenceTest {
    /** CartPole's parameters. */
    private static final RunConfig CONFIG = Hts.configure("--algo", "ppo", "--env", "CartPole-v1");

    private static final int PARAMETERS = 2 * (4 * 64 + 64 + 64 * 64 + 64) + 64 * 3 + 3;
    /** 2 steps, 2 environments, observations of 2, no stacks, actions of 1, outputs of 3. */
    private static final BankShape SHAPE = new BankShape(2, 2, ObservationSpace.floats(2), 1, 1, 3, true, 0);

    /** Environment 0 is truncated by step 1. */
    private static RecordedInterval interval() {
        StorageBank bank = new StorageBank(SHAPE);
        end(bank, 1, 0, 0.5f, 2);
        Map<String, String> learner = new LinkedHashMap<>();
        learner.put("learner", "0102");
        learner.put("target.critic1.0.weight", "0304");
        learner.put("target.critic2.0.weight", "0506");
        return new RecordedInterval(7, bank, new float[PARAMETERS], learner);
    }

    /** An episode ends with an observation of {@code last} and 0: 1 terminated, 2 truncated, 4 more for a lost life. */
    private static void end(StorageBank bank, int step, int environment, float last, int code) {
        ObservationSlot slot = bank.observationSlot(step + 1, environment, new ObservationSlot());
        slot.set(0, last);
        StepResult result = new StepResult();
        result.set(0, (code & 1) != 0, (code & 2) != 0);
        result.setScore(0, (code & 4) != 0);
        bank.storeResult(step, environment, result);
        if (code == 2) {
            bank.keepFinal(step, environment);
        }
        slot.set(0, 0);
    }

    private static Difference after(Consumer<RecordedInterval> change) {
        RecordedInterval other = interval();
        change.accept(other);
        return FirstDifference.of(interval(), other, CONFIG).orElseThrow();
    }

    private static void assertPlace(Difference found, Field field, String name, int step, int environment) {
        assertEquals(field, found.field());
        assertEquals(name, found.name());
        assertEquals(7, found.interval());
        assertEquals(step, found.step());
        assertEquals(environment, found.environment());
    }

    @Test
    void shouldFindNothingInEqualIntervals() {
        assertTrue(FirstDifference.of(interval(), interval(), CONFIG).isEmpty());
    }

    @Test
    void shouldNameEachField() {
        assertPlace(after(i -> i.bank().floatObservations()[5] = 1), Field.OBSERVATION, "observation[1]", 1, 0);
        assertPlace(after(i -> i.bank().floatObservations()[11] = 1), Field.OBSERVATION, "observation[1]", 2, 1);
        assertPlace(after(i -> i.bank().outputs()[11] = 1), Field.OUTPUT, "output[2]", 1, 1);
        assertPlace(after(i -> i.bank().actions()[1] = 1), Field.ACTION, "action", 0, 1);
        assertPlace(after(i -> i.bank().rewards()[2] = 1), Field.REWARD, "reward", 1, 0);
        assertPlace(after(i -> i.bank().scores()[2] = 1), Field.SCORE, "score", 1, 0);
        assertPlace(after(i -> end(i.bank(), 1, 1, 0, 1)), Field.ENDING, "ending", 1, 1);
        assertPlace(after(i -> end(i.bank(), 1, 1, 0, 4)), Field.LIFE_LOSS, "continues", 1, 1);
        assertPlace(after(i -> end(i.bank(), 1, 0, 0, 5)), Field.ENDING, "ending", 1, 0);
        assertPlace(after(i -> i.bank().keepFinal(1, 1)), Field.FINAL_OBSERVATION, "finals", -1, 1);
        assertPlace(after(i -> i.parameters()[0] = 1), Field.PARAMETER, "policy.0.weight[0][0]", -1, -1);
        assertPlace(after(i -> i.parameters()[4 * 64 + 3] = 1), Field.PARAMETER, "policy.0.bias[3]", -1, -1);
        assertPlace(after(i -> i.parameters()[PARAMETERS - 1] = 1), Field.PARAMETER, "value.head.bias[0]", -1, -1);
        assertPlace(after(i -> i.learner().replaceAll((part, hash) -> "07")), Field.LEARNER, "learner", -1, -1);
    }

    /** Hashes go on from part to part: all behind the first difference differ too. */
    @Test
    void shouldNameThePartOfTheLearnersState() {
        Difference found = after(i -> {
            i.learner().put("target.critic1.0.weight", "08");
            i.learner().put("target.critic2.0.weight", "09");
        });
        assertPlace(found, Field.LEARNER, "target.critic1.0.weight", -1, -1);
        assertEquals("0x0304", found.reference().bits());
        assertEquals("0x08", found.other().bits());
    }

    @Test
    void shouldNameWhatATruncatedEpisodeEndedWith() {
        assertPlace(
                after(i -> i.bank().finals(0).slot(0, new ObservationSlot()).set(1, 1)),
                Field.FINAL_OBSERVATION,
                "final[1]",
                1,
                0);
        assertPlace(
                after(i -> {
                    i.bank().carryOver(i.bank(), 0, 0); // forgets it
                    i.bank().keepFinal(0, 0);
                }),
                Field.FINAL_OBSERVATION,
                "final.step",
                1,
                0);
    }

    @Test
    void shouldTakeTheBankBeforeTheParameters() {
        assertPlace(
                after(i -> {
                    i.parameters()[0] = 1;
                    i.bank().rewards()[2] = 1;
                    i.bank().outputs()[3] = 1;
                }),
                Field.OUTPUT,
                "output[0]",
                0,
                1);
    }

    @Test
    void shouldTellValuesBitsAndDistance() {
        Difference found = after(i -> i.bank().rewards()[0] = Float.MIN_VALUE);
        assertEquals(
                "interval 7, step 0, environment 0, field reward (reward): 0.0 (0x00000000) against 1.4E-45 "
                        + "(0x00000001), 1 ulp",
                found.toString());
        assertEquals(0, after(i -> i.bank().rewards()[0] = -0f).ulps());
        assertEquals(
                2,
                Difference.between(0, 0, 0, Field.REWARD, "", -Float.MIN_VALUE, Float.MIN_VALUE)
                        .ulps());
        assertEquals(-1, after(i -> i.bank().rewards()[0] = Float.NaN).ulps());
        assertEquals(
                "none (0x00)", after(i -> end(i.bank(), 0, 0, 0, 1)).reference().toString());
        assertEquals(
                "terminated (0x01)",
                after(i -> end(i.bank(), 0, 0, 0, 1)).other().toString());
        assertEquals(
                "terminated, the game continues (0x05)",
                after(i -> end(i.bank(), 0, 0, 0, 5)).other().toString());
    }

    @Test
    void shouldReadBackWhatWasRecorded() throws IOException {
        RecordedInterval written = interval();
        written.bank().outputs()[4] = Float.intBitsToFloat(0x7fc12345);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        written.write(out);
        RecordedInterval.of(8, new float[] {3}, hasher -> hasher.restart(4, 5)).write(out);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));

        StorageBank bank = new StorageBank(SHAPE);
        assertTrue(FirstDifference.of(written, RecordedInterval.read(in, bank), CONFIG)
                .isEmpty());
        assertEquals(0x7fc12345, Float.floatToRawIntBits(bank.outputs()[4]));
        RecordedInterval end = RecordedInterval.read(in, bank);
        assertNull(end.bank());
        assertArrayEquals(new float[] {3}, end.parameters());
        assertEquals(Map.of("learner", "00000000000000050000000000000004"), end.learner());
        assertNull(RecordedInterval.read(in, bank));
    }
}

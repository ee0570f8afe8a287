package io.htsrl.determinism.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.determinism.verify.RecordedInterval.Extents;
import io.htsrl.trainer.RunConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FirstDifferenceTest {
    /** 2 steps, 2 environments, observations of 2, no stacks, actions of 1, outputs of 3; CartPole's parameters. */
    private static final RunConfig CONFIG = Hts.configure("--algo", "ppo", "--env", "CartPole-v1");
    private static final int PARAMETERS = 2 * (4 * 64 + 64 + 64 * 64 + 64) + 64 * 3 + 3;

    private static RecordedInterval interval() {
        float[][][] finals = {{{1, 0.5f, 0.25f}}, {}};
        return new RecordedInterval(7, new Extents(2, 2, 2, 1, 1, 3), new float[12], new byte[0], new float[4],
                new float[4], new float[4], new byte[] {0, 0, 2, 0}, new float[12], finals, new float[PARAMETERS],
                new long[] {1, 2});
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
        assertPlace(after(i -> i.observations()[5] = 1), Field.OBSERVATION, "observation[1]", 1, 0);
        assertPlace(after(i -> i.observations()[11] = 1), Field.OBSERVATION, "observation[1]", 2, 1);
        assertPlace(after(i -> i.outputs()[11] = 1), Field.OUTPUT, "output[2]", 1, 1);
        assertPlace(after(i -> i.actions()[1] = 1), Field.ACTION, "action", 0, 1);
        assertPlace(after(i -> i.rewards()[2] = 1), Field.REWARD, "reward", 1, 0);
        assertPlace(after(i -> i.scores()[2] = 1), Field.SCORE, "score", 1, 0);
        assertPlace(after(i -> i.endings()[3] = 1), Field.ENDING, "ending", 1, 1);
        assertPlace(after(i -> i.endings()[3] = 4), Field.LIFE_LOSS, "continues", 1, 1);
        assertPlace(after(i -> i.endings()[2] = 5), Field.ENDING, "ending", 1, 0);
        assertPlace(after(i -> i.finals()[0][0][0] = 0), Field.FINAL_OBSERVATION, "final.step", 1, 0);
        assertPlace(after(i -> i.finals()[0] = new float[0][]), Field.FINAL_OBSERVATION, "finals", -1, 0);
        assertPlace(after(i -> i.finals()[0][0][2] = 1), Field.FINAL_OBSERVATION, "final[1]", 1, 0);
        assertPlace(after(i -> i.parameters()[0] = 1), Field.PARAMETER, "policy.0.weight[0][0]", -1, -1);
        assertPlace(after(i -> i.parameters()[4 * 64 + 3] = 1), Field.PARAMETER, "policy.0.bias[3]", -1, -1);
        assertPlace(after(i -> i.parameters()[PARAMETERS - 1] = 1), Field.PARAMETER, "value.head.bias[0]", -1, -1);
        assertPlace(after(i -> i.learner()[1] = 3), Field.LEARNER, "learner", -1, -1);
    }

    /** What differs later may be a consequence: of one step in another environment, of its observation. */
    @Test
    void shouldTakeTheFirstInTheOrderOfCauseAndEffect() {
        assertPlace(after(i -> {
            i.parameters()[0] = 1;
            i.rewards()[2] = 1;
            i.actions()[1] = 1;
            i.outputs()[3] = 1;
        }), Field.OUTPUT, "output[0]", 0, 1);
        assertPlace(after(i -> {
            i.observations()[4] = 1;
            i.rewards()[0] = 1;
        }), Field.REWARD, "reward", 0, 0);
    }

    @Test
    void shouldTellValuesBitsAndDistance() {
        Difference found = after(i -> i.rewards()[0] = Float.MIN_VALUE);
        assertEquals("interval 7, step 0, environment 0, field reward (reward): 0.0 (0x00000000) against 1.4E-45 "
                + "(0x00000001), 1 ulp", found.toString());
        assertEquals(0, after(i -> i.rewards()[0] = -0f).ulps());
        assertEquals(2, Difference.between(0, 0, 0, Field.REWARD, "", -Float.MIN_VALUE, Float.MIN_VALUE).ulps());
        assertEquals(-1, after(i -> i.rewards()[0] = Float.NaN).ulps());
        assertEquals("none (0x00)", after(i -> i.endings()[0] = 1).reference().toString());
        assertEquals("terminated (0x01)", after(i -> i.endings()[0] = 1).other().toString());
        assertEquals("terminated, the game goes on (0x05)", after(i -> i.endings()[0] = 5).other().toString());
    }

    @Test
    void shouldReadBackWhatWasRecorded() throws IOException {
        RecordedInterval written = interval();
        written.outputs()[4] = Float.intBitsToFloat(0x7fc12345);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        RecordingFile.write(written, out);
        RecordingFile.write(RecordedInterval.of(8, new float[] {3}, hasher -> hasher.restart(4, 5)), out);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));

        assertTrue(FirstDifference.of(written, RecordingFile.read(in), CONFIG).isEmpty());
        RecordedInterval end = RecordingFile.read(in);
        assertNull(end.shape());
        assertArrayEquals(new float[] {3}, end.parameters());
        assertArrayEquals(new long[] {4, 5}, end.learner());
        assertNull(RecordingFile.read(in));
    }
}

package io.htsrl.experiments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.experiments.steps.OwnTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredictionTest {

    private static Prediction predict(String flags) {
        return Prediction.of(
                Hts.configure(("--algo ppo --env CartPole-v1 --num-envs 16 --sync-interval 128 " + flags).split(" ")),
                null,
                0,
                0);
    }

    @Test
    void shouldClaimWhatThePaperDoesForHts() {
        Prediction prediction = predict("--step-time exponential:5ms");

        assertEquals(2780, prediction.claimOne(), 15);
        assertEquals(prediction.claimOne(), prediction.simulated(), 0.03 * prediction.simulated());
        assertEquals(3200, prediction.bound(), 1e-9);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--step-time lognormal(1):5ms",
                "--step-time exponential:5ms --schedule sync",
                "--step-time exponential:5ms --executors 4",
                "--step-time exponential:5ms:burn"
            })
    void shouldLeaveOutTheClaimWhereItSaysNothing(String flags) {
        assertTrue(Double.isNaN(predict(flags).claimOne()));
    }

    @Test
    void shouldBoundByExecutors() {
        assertEquals(800, predict("--step-time constant:5ms --executors 4").bound(), 1e-9);
    }

    @Test
    void shouldSimulateLessForSyncThanForHtsThanForAsync() {
        double sync = predict("--step-time exponential:5ms --schedule sync").simulated();
        double hts = predict("--step-time exponential:5ms").simulated();
        double async = predict("--step-time exponential:5ms --schedule async").simulated();

        assertTrue(sync < hts && hts < async, sync + " " + hts + " " + async);
    }

    private double claimOf(List<String> times, Path folder) throws IOException {
        Path file = Files.write(folder.resolve("times.csv"), times);
        return predict("--step-time trace:" + file).claimOne();
    }

    /** Half of them 2 ms, half 6: a mean of 4 ms, a deviation of 2 ms, and so the shape 4. */
    @Test
    void shouldClaimOfRecordedTimesWhatItDoesOfGammaTimesOfTheirMeanAndSpread(@TempDir Path folder) throws IOException {
        assertEquals(
                predict("--step-time gamma(4):4ms").claimOne(),
                claimOf(List.of("2ms", "6ms", "6ms", "2ms"), folder),
                1e-6);
    }

    @Test
    void shouldClaimNothingOfRecordedTimesThatVaryTooMuch(@TempDir Path folder) throws IOException {
        List<String> times = new ArrayList<>(Collections.nCopies(999, "1us"));
        times.add("1s");
        assertTrue(Double.isNaN(claimOf(times, folder)));
    }

    /** On a busy machine, one of few steps waits for a processor. */
    @Test
    void shouldClaimNothingOfOwnTimesThatVaryTooMuch(@TempDir Path folder) throws IOException {
        List<String> times = new ArrayList<>(Collections.nCopies(49, "20us"));
        times.add(0, "# own step times");
        times.add("5ms");
        OwnTimes own = OwnTimes.read(Files.write(folder.resolve(OwnTimes.FILE), times));
        String flags = "--algo ppo --env CartPole-v1 --num-envs 4 --sync-interval 8 --executors 2";

        Prediction prediction = Prediction.of(Hts.configure(flags.split(" ")), own, 0, 0);

        assertTrue(Double.isNaN(prediction.claimOne()), prediction::toString);
    }
}

package io.htsrl.determinism.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Perturbation.Point;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.trainer.report.TrainingResult;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every fault gives one message with what it takes to mend it, an exit code that is not 0, a summary, whole lines, and
 * no thread that waits for ever.
 */
@Tag("slow")
@Timeout(1800)
class FaultTest {
    private static final Map<String, Error> DEATHS = Map.of(
            "AssertionError", new AssertionError("for the test"),
            "StackOverflowError", new StackOverflowError(),
            "OutOfMemoryError", new OutOfMemoryError("for the test"),
            "UnsatisfiedLinkError", new UnsatisfiedLinkError("for the test"));

    @TempDir
    Path parent;

    @BeforeEach
    void hold() {
        FaultyEnvironment.holdAll();
    }

    @AfterEach
    void release() throws InterruptedException {
        FaultyEnvironment.releaseAll();
        Training.assertNoThreads();
    }

    private Training train(Schedule schedule, String... more) {
        return Training.of(Training.TRAINER, parent.resolve("run"), schedule, more);
    }

    private Training trainOn(String environment, Schedule schedule, String... more) {
        String[] all = new String[more.length + 4];
        System.arraycopy(new String[] {"--algo", "a2c", "--env", environment}, 0, all, 0, 4);
        System.arraycopy(more, 0, all, 4, more.length);
        return train(schedule, all);
    }

    @ParameterizedTest
    @EnumSource(Schedule.class)
    void shouldSayWhereAnEnvironmentThrew(Schedule schedule) throws Exception {
        Training failed = trainOn("Throwing-v0", schedule)
                .assertFailed(
                        "(Throwing-v0) threw in step(action [",
                        "]) in step 3 of interval 2 (episode 2, seed 0x",
                        "failed: env",
                        "java.lang.IllegalStateException: the simulator crashed",
                        "FaultyEnvironment.step");
        assertEquals(2, failed.summary().get("error").get("interval").asLong());
        assertFalse(failed.err.contains("EnvironmentFailedException"), failed.err);
    }

    @ParameterizedTest
    @EnumSource(Schedule.class)
    void shouldSayWhereAnEnvironmentThrewInReset(Schedule schedule) throws Exception {
        trainOn("ThrowsInReset-v0", schedule, "--env-option", "at=5")
                .assertFailed(
                        "(ThrowsInReset-v0) threw in reset in step 3 of interval 3 (episode 4, seed 0x",
                        "no level left");
    }

    @ParameterizedTest
    @EnumSource(Schedule.class)
    void shouldFindAnObservationThatIsNoNumberInItsStep(Schedule schedule) throws Exception {
        Training failed = trainOn("NanObservation-v0", schedule)
                .assertFailed(
                        "(NanObservation-v0) gave NaN as element 2 of its observation in step 3 of interval 2 (episode 2, seed");
        assertFalse(failed.showsTrace(), failed.err);
    }

    @ParameterizedTest
    @EnumSource(Schedule.class)
    void shouldFindARewardThatNoFloatHolds(Schedule schedule) throws Exception {
        trainOn("InfiniteReward-v0", schedule)
                .assertFailed(
                        "(InfiniteReward-v0) gave 1.0E300 as its reward in step 3 of interval 2",
                        "must be finite as a float; fix the environment");
    }

    @ParameterizedTest
    @EnumSource(Schedule.class)
    void shouldSurviveAStackThatIsTooDeep(Schedule schedule) throws Exception {
        trainOn("StackOverflow-v0", schedule).assertFailed("(StackOverflow-v0) threw in step", "StackOverflowError");
    }

    @ParameterizedTest
    @EnumSource(Schedule.class)
    void shouldSayWhenMemoryRunsOut(Schedule schedule) {
        Training failed =
                trainOn("NoMemory-v0", schedule).assertMessage(1, "found no memory left", "HTS_JAVA_OPTS=-Xmx4g");
        assertFalse(failed.showsTrace(), failed.err);
    }

    @ParameterizedTest
    @EnumSource(Schedule.class)
    void shouldEndAStepThatHangs(Schedule schedule) throws Exception {
        Training failed = trainOn("Hanging-v0", schedule, "--step-timeout", "300ms")
                .assertFailed(
                        "(Hanging-v0) has been in step 3 of interval 2 (episode 2, seed 0x", "--step-timeout 300ms",
                        "hangs here", "FaultyEnvironment.hang");
        assertEquals(2, failed.summary().get("error").get("interval").asLong());
    }

    @ParameterizedTest
    @EnumSource(Schedule.class)
    void shouldLeaveAThreadThatCannotBeEndedBehind(Schedule schedule) throws Exception {
        Training failed = trainOn("Stubborn-v0", schedule, "--step-timeout", "300ms")
                .assertMessage(1, "(Stubborn-v0) has been in step 3 of interval 2", "FaultyEnvironment.hang");
        failed.assertWholeLines();
        assertTrue(failed.summary().get("error").get("message").asText().contains("Stubborn-v0"));
        String role = failed.summary().get("error").get("role").asText();
        assertTrue(Training.runThreads().stream().anyMatch(t -> t.getName().equals(role) && t.isDaemon()), role);
    }

    @Test
    void shouldEndACheckThatHangs() throws Exception {
        trainOn("HangingInReset-v0", Schedule.HTS, "--env-option", "at=1", "--step-timeout", "300ms")
                .assertFailed(
                        "environment (HangingInReset-v0) has been in one call of the check before the run",
                        "hangs here");
    }

    @Test
    void shouldEndAResetThatHangs() throws Exception {
        trainOn("HangingInReset-v0", Schedule.HTS, "--env-option", "at=3", "--step-timeout", "300ms")
                .assertFailed(
                        "(HangingInReset-v0) has been in step 5 of interval 1 (episode 2", "FaultyEnvironment.reset");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TooLong-v0  | it must write the 4 elements of its observation space (float32[4]) in reset and nothing else, "
                        + "and writes element 4; fix",
                "TooShort-v0 | (float32[4]) in reset, and never writes element 3; fix",
                "NanAtReset-v0 | it must give finite observations, and gives NaN as element 3 in reset; fix"
            })
    void shouldRefuseAnEnvironmentOfAnotherShape(String environment, String words) {
        Training refused = trainOn(environment, Schedule.HTS).assertMessage(2, "--env " + environment, words);
        assertFalse(refused.showsTrace(), refused.err);
    }

    @Test
    void shouldHoldSetToTheRow() {
        trainOn("TooLongBySet-v0", Schedule.HTS)
                .assertMessage(
                        1,
                        "environment (TooLongBySet-v0) threw in the check",
                        "element 4 of an observation that has 4 elements",
                        "FaultyEnvironment.observe");
    }

    @Test
    void shouldSayThatAnEnvironmentCannotBeMade() {
        Training failed = trainOn("ThrowsInConstructor-v0", Schedule.HTS)
                .assertMessage(1, "(ThrowsInConstructor-v0) threw when it was made", "no licence");
        assertFalse(Files.exists(failed.folder), "nothing was run");
    }

    @Test
    void shouldKeepTheResultOfARunWhoseEnvironmentsCannotBeClosed() throws Exception {
        Training failed = trainOn("ThrowsInClose-v0", Schedule.HTS)
                .assertFailed("environment 3 (ThrowsInClose-v0) threw when it was closed", "the window is gone");
        assertEquals(
                26, Files.readAllLines(failed.folder.resolve("digests.jsonl")).size());
    }

    @ParameterizedTest
    @CsvSource({
        "EXECUTOR_STEP, HTS, 0, executor-, AssertionError", "ACTOR_BATCH, HTS, 2, actor-, StackOverflowError",
        "LEARNER_UPDATE, HTS, 0, learner, OutOfMemoryError", "EXECUTOR_STEP, SYNC, 0, executor-, OutOfMemoryError",
        "ACTOR_BATCH, SYNC, 2, actor-, UnsatisfiedLinkError", "LEARNER_UPDATE, SYNC, 0, learner, StackOverflowError",
        "ACTOR_BATCH, HTS, 0, executor-, OutOfMemoryError", "SWAP, HTS, 2, '', AssertionError",
        "SWAP, SERIAL, 0, serial, UnsatisfiedLinkError", "LEARNER_UPDATE, SERIAL, 0, serial, OutOfMemoryError"
    })
    void shouldSayWhichRoleDiedOfWhat(Point where, Schedule schedule, int actors, String role, String death)
            throws Exception {
        Error error = DEATHS.get(death);
        Training failed = Training.of(
                Training.disturbed(dyingAt(where, error)),
                parent.resolve("run"),
                schedule,
                "--algo",
                "a2c",
                "--env",
                "CartPole-v1",
                "--actors",
                Integer.toString(actors));
        failed.assertFailed(error instanceof OutOfMemoryError ? "for the test" : error.toString());
        assertTrue(failed.summary().get("error").get("role").asText().startsWith(role), failed.err);
    }

    /** Throws {@code death} at the third passage of {@code where}. */
    private static Perturbation dyingAt(Point where, Error death) {
        AtomicInteger passages = new AtomicInteger();
        return (point, index) -> {
            if (point == where && passages.incrementAndGet() == 3) {
                throw death;
            }
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTS    | --algo a2c --optimizer rmsprop", "SYNC   | --algo a2c --optimizer rmsprop",
                "SERIAL | --algo a2c --optimizer rmsprop", "HTS    | --algo ppo --optimizer rmsprop",
                "HTS    | --algo dqn --optimizer rmsprop --learning-starts 64 --train-frequency 16 --no-dueling"
            })
    void shouldSayWhichLayerDiverged(Schedule schedule, String arguments) throws Exception {
        Training failed = train(schedule, (arguments + " --env CartPole-v1 --learning-rate 1e38").split(" +"));
        failed.assertFailed(
                "the parameters are not finite any more in update ",
                ", which learns from interval ",
                ".0.",
                " as element ",
                "those before this update are the last good ones",
                "try a smaller --learning-rate or --max-grad-norm");
        assertFalse(failed.showsTrace(), failed.err);
        assertTrue(failed.summary().get("error").get("interval").isNumber());
    }

    @Test
    void shouldSayThatOutputsDiverged() throws Exception {
        Training failed = train(
                Schedule.HTS,
                "--algo",
                "a2c",
                "--env",
                "CartPole-v1",
                "--optimizer",
                "adam",
                "--learning-rate",
                "1e30");
        failed.assertFailed("try a smaller --learning-rate");
        assertFalse(failed.showsTrace(), failed.err);
    }

    @Test
    void shouldRefuseARunDirectoryThatCannotBe() throws Exception {
        Path file = Files.writeString(parent.resolve("file"), "text");
        Training refused = Training.of(
                Training.TRAINER, file.resolve("run"), Schedule.HTS, "--algo", "a2c", "--env", "CartPole-v1");
        refused.assertMessage(2, "--out " + file.resolve("run"), "must name a folder that can be written");
    }

    @Test
    void shouldSayThatTheRunDirectoryHasGone() {
        Path folder = parent.resolve("run");
        Training failed = Training.of(
                (config, attached) -> {
                    TrainingResult result = Training.TRAINER.run(config, attached);
                    for (File file : folder.toFile().listFiles()) {
                        assertTrue(file.delete());
                    }
                    assertTrue(folder.toFile().delete());
                    return result;
                },
                folder,
                Schedule.HTS,
                "--algo",
                "a2c",
                "--env",
                "CartPole-v1",
                "--no-final-checkpoint"); // which would be a folder in it
        failed.assertMessage(1, "cannot write " + folder.resolve("model.safetensors") + ": No such file or directory");
    }
}

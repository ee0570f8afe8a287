package io.htsrl.determinism.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.core.schedule.Schedule;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --step-timeout} holds for every call of every environment: constructors, closing and evaluations too. */
@Tag("slow")
@Timeout(1800)
class EnvironmentLimitTest {
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

    private Training train(String environment, String thread, String... more) {
        String[] all = new String[more.length + 8];
        System.arraycopy(
                new String[] {
                    "--algo", "a2c", "--env", environment, "--env-option", "thread=" + thread, "--step-timeout", "300ms"
                },
                0,
                all,
                0,
                8);
        System.arraycopy(more, 0, all, 8, more.length);
        return Training.of(Training.TRAINER, parent.resolve("run"), Schedule.HTS, all);
    }

    @ParameterizedTest
    @CsvSource({
        "environment-setup, environment (HangingInConstructor-v0)",
        "environment-question, environment (HangingInConstructor-v0)"
    })
    void shouldEndAConstructorThatHangs(String thread, String name) {
        train("HangingInConstructor-v0", thread)
                .assertMessage(
                        1,
                        name + " has been in its constructor for ",
                        " s; the limit is --step-timeout 300ms",
                        "hangs here",
                        "FaultyEnvironment.hang");
    }

    @Test
    void shouldEndAConstructorOfAnEvaluationEnvironmentThatHangs() throws Exception {
        Training failed = train("HangingInConstructor-v0", "evaluator", "--eval-every", "2")
                .assertMessage(
                        1,
                        "evaluator failed: evaluation environment 0 (HangingInConstructor-v0)",
                        "has been in its constructor for ",
                        " s; the limit is --step-timeout 300ms");
        assertEquals("evaluator", failed.summary().get("error").get("role").asText());
    }

    /** The learner waits for the evaluator, and ends all the same. */
    @Test
    void shouldEndAStepOfAnEvaluationEnvironmentThatHangs() throws Exception {
        Training failed = train("HangingByThread-v0", "evaluator", "--eval-every", "1")
                .assertFailed(
                        "(HangingByThread-v0) has been in step 0 of evaluation episode ",
                        "--step-timeout 300ms",
                        "FaultyEnvironment.hang");
        assertTrue(failed.err.contains("evaluator failed: evaluation environment "), failed.err);
    }

    @ParameterizedTest
    @CsvSource({
        "environment-close, environment 3 (HangingInClose-v0) has been in close for ",
        "evaluator-close, evaluation environment 0 (HangingInClose-v0) has been in close for "
    })
    void shouldEndAnEnvironmentThatHangsWhenItIsClosed(String thread, String message) throws Exception {
        Training failed =
                train("HangingInClose-v0", thread, "--eval-every", "5").assertMessage(1, message, " s; the limit is ");
        failed.assertWholeLines();
        assertTrue(Files.exists(failed.folder.resolve("model.safetensors")), "the training was complete");
    }

    @Test
    void shouldEndAnEvaluationOfARecordedRunThatHangs() {
        Training whole = train("HangingByThread-v0", "evaluate");
        assertEquals(0, whole.code, whole.err);
        CommandLineFixture hts = new CommandLineFixture();
        assertEquals(1, hts.run(Training.TRAINER, "evaluate", whole.folder.toString()), hts.err::toString);
        String err = hts.err.toString();
        assertTrue(err.startsWith("error: evaluation environment "), err);
        assertTrue(err.contains("(HangingByThread-v0) has been in step 0 of evaluation episode "), err);
    }
}

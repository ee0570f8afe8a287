package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.PlainRuns;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.determinism.Runs.Threads;
import io.htsrl.determinism.verify.Difference;
import io.htsrl.determinism.verify.Field;
import io.htsrl.determinism.verify.Localizer;
import io.htsrl.determinism.verify.Matrix;
import io.htsrl.determinism.verify.PerturbedRun;
import io.htsrl.determinism.verify.Repetitions;
import io.htsrl.determinism.verify.VerifyResult;
import io.htsrl.determinism.verify.VerifySuite;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.config.RunConfigBuilder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verification suite finds nothing in a sound pipeline, and in broken ones the very field that is broken. */
@Timeout(1800)
@Tag("slow")
class VerifySuiteTest {

    @TempDir
    Path folder;

    private VerifyResult verify(RunConfig config, Components components) throws InterruptedException {
        Repetitions repetitions = new Repetitions(components, null, new RunControl());
        return new VerifySuite(repetitions, new Localizer(repetitions, folder), 1, new VerifySuite.VerifyListener() {})
                .run(Matrix.of(config, new Matrix.Options(true, false, List.of(), 1)));
    }

    private static RunConfig config(String algorithm, String environment) {
        return Runs.config(algorithm, environment, 1, Schedule.HTS, Threads.DEFAULT);
    }

    /** The check before a run refuses it otherwise. */
    private static RunConfig unseeded(String environment) {
        return RunConfigBuilder.builder(config("a2c", environment))
                .allowNondeterminism(true)
                .build();
    }

    private static VerifyResult.Row firstDifferent(VerifyResult result) {
        assertFalse(result.equal());
        return result.rows().stream().filter(row -> !row.good()).findFirst().orElseThrow();
    }

    private static Difference found(VerifyResult result) {
        Difference difference =
                firstDifferent(result).localization().difference().orElseThrow();
        assertNotEquals(difference.reference().bits(), difference.other().bits());
        return difference;
    }

    @ParameterizedTest
    @CsvSource({
        "ppo, CartPole-v1, 10",
        "a2c, CartPole-v1, 10",
        "dqn, CartPole-v1, 11", // its memory in shards, too
        "ppo, Pendulum-v1, 10",
        "a2c, MatchChoices-v0, 10"
    })
    void shouldFindASoundPipelineEqual(String algorithm, String environment, int perturbations) throws Exception {
        VerifyResult result = verify(config(algorithm, environment), Components.STANDARD);
        assertTrue(result.equal(), result::toString);
        assertEquals(perturbations, result.perturbations());
        assertEquals(0, folder.toFile().list().length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SYNC", "SERIAL"})
    void shouldFindTheOtherSchedulesEqual(Schedule schedule) throws Exception {
        VerifyResult result =
                verify(Runs.config("ppo", "CartPole-v1", 1, schedule, Threads.DEFAULT), Components.STANDARD);
        assertTrue(result.equal(), result::toString);
    }

    /** (a) A row depends on the batch that it is in: the same observation, another output. */
    @Test
    void shouldNameThePolicyOutputWhereActorsMultiplyWholeBatches() throws Exception {
        RunConfig config = config("ppo", "CartPole-v1");
        RunConfig brief = PlainRuns.of(
                config.env(),
                config.envOptions(),
                null,
                config.seed(),
                256,
                config.pipeline(),
                config.network(),
                config.algorithm());
        VerifyResult result = verify(brief, BrokenParts.blasActors());
        assertEquals("batch limit 3", firstDifferent(result).run().name());
        assertEquals(
                0,
                firstDifferent(result).localization().difference().orElseThrow().interval());
        Difference difference = found(result);
        assertEquals(Field.OUTPUT, difference.field());
        assertTrue(difference.name().matches("output\\[[0-2]]"), difference.name());
        assertTrue(difference.ulps() > 0, difference.toString());
        assertTrue(firstDifferent(result).localization().repeatable());
    }

    /** (b) An environment that draws from the clock is not repeatable at all. */
    @ParameterizedTest
    @CsvSource({UnseededEnvironments.OBSERVATION + ", OBSERVATION", UnseededEnvironments.REWARD + ", REWARD"})
    void shouldNameWhatAnEnvironmentDrawsFromTheClock(String environment, Field field) throws Exception {
        VerifyResult result = verify(unseeded(environment), Components.STANDARD);
        VerifyResult.Row row = firstDifferent(result);
        assertEquals("the same again", row.run().name());
        assertFalse(row.localization().repeatable());
        assertEquals(field, found(result).field());
        assertEquals(0, found(result).interval());
        assertEquals(
                UnseededEnvironments.FIRST_STEP + (field == Field.REWARD ? 0 : 1),
                found(result).step());
    }

    /** (b) What is reported beside the reward: a score, and whether an end was that of the game. */
    @ParameterizedTest
    @CsvSource({UnseededEnvironments.SCORE + ", SCORE, score", UnseededEnvironments.LIFE + ", LIFE_LOSS, continues"})
    void shouldNameWhatAnEnvironmentReportsByTheClock(String environment, Field field, String name) throws Exception {
        VerifyResult result = verify(unseeded(environment), Components.STANDARD);
        assertEquals(field, found(result).field());
        assertEquals(name, found(result).name());
        assertEquals(0, found(result).interval());
        assertTrue(
                found(result).step() >= UnseededEnvironments.FIRST_STEP,
                found(result).toString());
    }

    /** (c) A sum in the order in which threads are done: the banks are equal, a parameter is not. */
    @Test
    void shouldNameTheParameterWhereTheLearnerAddsUpInTheOrderOfThreads() throws Exception {
        VerifyResult result = verify(config("a2c", "CartPole-v1"), BrokenParts.threadedSums());
        Localizer.Localization localization = firstDifferent(result).localization();
        Difference difference = found(result);
        assertEquals(Field.PARAMETER, difference.field());
        assertEquals("policy.0.weight[0][0]", difference.name());
        assertEquals(1, difference.interval());
        assertEquals(-1, difference.step());
        assertTrue(localization.repeatable());
        assertTrue(localization.recordedBytes() > 0);
    }

    /** Statistics are parameters: what differs in them is named as a parameter is. */
    @Test
    void shouldNameTheStatisticThatDiffers() throws Exception {
        int meanOfTheLast = -5; // of four features, before their scales
        VerifyResult result =
                verify(Runs.normalized(config("ppo", "CartPole-v1")), BrokenParts.threadedSums(meanOfTheLast));
        Difference difference = found(result);
        assertEquals(Field.PARAMETER, difference.field());
        assertEquals("normalize.mean[3]", difference.name());
    }

    /** (d) All threads share a generator: an action differs, in an interval that depends on their timing. */
    @Test
    void shouldNameTheActionWhereDrawsAreShared() throws Exception {
        VerifyResult result = verify(config("ppo", "CartPole-v1"), BrokenParts.sharedGenerator());
        Difference difference = found(result);
        assertEquals(Field.ACTION, difference.field());
        assertEquals("action", difference.name());
    }

    @Test
    void shouldGoOnAfterARunThatFails() throws Exception {
        VerifyResult result = verify(config("a2c", "CartPole-v1"), BrokenParts.noLearnerBeyond(2));
        assertFalse(result.equal());
        assertEquals(10, result.perturbations());
        assertEquals(1, result.bad());
        assertEquals(VerifyResult.Row.Verdict.FAILED, firstDifferent(result).verdict());
        assertTrue(firstDifferent(result).message().contains("no learner, for the test"));
    }

    @Test
    void shouldEndWhereTheReferenceFails() throws Exception {
        VerifyResult result = verify(config("a2c", "CartPole-v1"), BrokenParts.noLearnerBeyond(0));
        assertFalse(result.equal());
        assertEquals(1, result.rows().size());
    }

    @Test
    void shouldEndWhenTheSessionIsStopped() throws Exception {
        RunControl session = new RunControl();
        Repetitions repetitions = new Repetitions(Components.STANDARD, null, session);
        VerifySuite.VerifyListener stopping = new VerifySuite.VerifyListener() {
            @Override
            public void onStart(int number, int of, PerturbedRun run) {
                if (number == 3) {
                    session.requestStop();
                }
            }
        };
        VerifyResult result = new VerifySuite(repetitions, new Localizer(repetitions, folder), 1, stopping)
                .run(Matrix.of(config("a2c", "CartPole-v1"), new Matrix.Options(true, false, List.of(), 1)));
        assertTrue(result.stopped());
        assertEquals(2, result.rows().size());
    }
}

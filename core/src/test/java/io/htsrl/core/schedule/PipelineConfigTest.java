package io.htsrl.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineConfigTest {

    @Test
    void shouldReportEveryViolationAtOnceWithValueRuleAndRemedy() {
        Violations violations = new Violations();
        new PipelineConfig(Schedule.HTS, 0, 0, -1, 0, 0, WaitMode.PHASED, 0).check(violations);
        assertEquals(6, violations.list().size());
        ConfigurationException refused = assertThrows(ConfigurationException.class, violations::throwIfAny);
        assertTrue(refused.getMessage().contains("--num-envs 0: it must be at least 1; give 16"), refused.getMessage());
        assertEquals(6, refused.violations().size());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999_999, 86_400_000_000_001L, -1_000_000})
    void shouldRefuseATimeLimitThatCannotBeMeant(long nanos) {
        Violations violations = new Violations();
        new PipelineConfig(Schedule.HTS, 1, 1, 0, 1, 1, WaitMode.PHASED, 1)
                .withStepTimeout(Duration.ofNanos(nanos))
                .check(violations);
        assertEquals("--step-timeout", violations.list().get(0).setting());
    }

    private static PipelineConfig async(int numEnvs, AsyncConfig settings) {
        return PipelineConfigBuilder.builder(
                        new PipelineConfig(Schedule.ASYNC, numEnvs, 32, 0, 1, numEnvs, WaitMode.PHASED, 1))
                .async(settings)
                .build();
    }

    @Test
    void shouldMakeUpdatesAsLargeAsTheOtherSchedulesUnlessToldOtherwise() {
        PipelineConfig config = async(16, null);
        assertEquals(
                new AsyncConfig(AsyncConfig.Freshness.ROLLOUT, AsyncConfig.Correction.VTRACE, 16, 64), config.async());
        assertEquals(512, config.stepsPerInterval());
        assertEquals(80, config.slabColumns());
        PipelineConfig hts = new PipelineConfig(Schedule.HTS, 4, 1, 0, 1, 1, WaitMode.PHASED, 1);
        assertNull(
                PipelineConfigBuilder.builder(hts).async(config.async()).build().async());
    }

    @Test
    void shouldCountTheStepsOfAnAsynchronousUpdate() {
        AsyncConfig one = new AsyncConfig(AsyncConfig.Freshness.STEP, AsyncConfig.Correction.NONE, 1, 1000);
        Violations violations = new Violations();
        PipelineConfig config = async(16, one);
        config.check(violations);
        violations.throwIfAny();
        assertEquals(32, config.stepsPerInterval());
        assertEquals(one, config.withStepTimeout(Duration.ofSeconds(1)).async());
        assertEquals(200, AsyncConfig.queueFor(16, 200));
    }

    @ParameterizedTest
    @CsvSource({"0, 4, --async-batch", "5, 4, --async-queue"})
    void shouldRefuseAQueueThatNeverHoldsABatch(int batch, int queue, String setting) {
        Violations violations = new Violations();
        async(4, new AsyncConfig(AsyncConfig.Freshness.ROLLOUT, AsyncConfig.Correction.NONE, batch, queue))
                .check(violations);
        assertEquals(1, violations.list().size());
        assertEquals(setting, violations.list().get(0).setting());
    }

    @Test
    void shouldNotPromiseALagThatIsMeasured() {
        assertThrows(IllegalStateException.class, Schedule.ASYNC::lag);
        assertTrue(Schedule.HTS.deterministic() && Schedule.SYNC.deterministic() && Schedule.SERIAL.deterministic());
        assertFalse(Schedule.ASYNC.deterministic());
    }

    @Test
    void shouldAcceptWhatFits() {
        Violations violations = new Violations();
        PipelineConfig config = new PipelineConfig(Schedule.SYNC, 16, 128, 0, 16, 4, WaitMode.BLOCKING, 1);
        config.check(violations);
        violations.throwIfAny();
        assertEquals(2048, config.stepsPerInterval());
    }
}

package io.htsrl.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineConfigTest {

    @Test
    void shouldReportEveryViolationAtOnceWithValueRuleAndRemedy() {
        Violations violations = new Violations();
        new PipelineConfig(Schedule.HTS, 0, 0, -1, 0, 0, WaitMode.PHASED, 0).check(violations);
        assertEquals(6, violations.list().size());
        ConfigurationException refused = assertThrows(ConfigurationException.class, violations::throwIfAny);
        assertTrue(refused.getMessage().contains("--num-envs 0: it must be at least 1; give 16"),
                refused.getMessage());
        assertEquals(6, refused.violations().size());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 999_999, 86_400_000_000_001L, -1_000_000})
    void shouldRefuseATimeLimitThatCannotBeMeant(long nanos) {
        Violations violations = new Violations();
        new PipelineConfig(Schedule.HTS, 1, 1, 0, 1, 1, WaitMode.PHASED, 1).with(Duration.ofNanos(nanos))
                .check(violations);
        assertEquals("--step-timeout", violations.list().get(0).setting());
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

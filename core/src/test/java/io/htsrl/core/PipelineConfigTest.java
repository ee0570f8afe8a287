package io.htsrl.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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

    @Test
    void shouldAcceptWhatFits() {
        Violations violations = new Violations();
        PipelineConfig config = new PipelineConfig(Schedule.SYNC, 16, 128, 0, 16, 4, WaitMode.BLOCKING, 1);
        config.check(violations);
        violations.throwIfAny();
        assertEquals(2048, config.stepsPerInterval());
    }
}

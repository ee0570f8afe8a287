package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.policy.SquashedGaussian.LogStd;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.learners.sac.Sac;
import io.htsrl.learners.sac.SacConfig;
import io.htsrl.learners.tqc.Tqc;
import io.htsrl.learners.tqc.TqcConfig;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.MlpConfig;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what the settings of actors with critics say to a run. */
class ActorCriticsTest {
    private static final EntropySettings ENTROPY =
            new EntropySettings(true, 1, Optional.empty(), Temperature.Loss.LOG, true, false, LogStd.CLAMP, 0, 1);
    private static final SacConfig SAC = new SacConfig(
            Learning.adam(1e-3), Learning.settings(100, 1e-3, 1, 1, 1), ENTROPY, Learning.replay(8), Optional.empty());

    private static PipelineConfig pipeline(int interval) {
        return new PipelineConfig(Schedule.HTS, 4, interval, 0, 1, 4, WaitMode.PHASED, 1);
    }

    private static final MlpConfig MLP = new MlpConfig(List.of(8, 8), Activation.RELU, true);

    @Test
    void shouldRefuseABackendAndANetworkThatHaveNoCritics() {
        Violations none = new Violations();
        SAC.check(pipeline(8), 1, none);
        SAC.checkNetwork(MLP, none);
        assertTrue(none.isEmpty(), none::toString);
        Violations some = new Violations();
        SAC.check(pipeline(8).withBackend(Backend.ND4J), 1, some);
        SAC.checkNetwork(ConvConfig.of(ConvConfig.Kind.NATURE), some);
        assertFalse(some.isEmpty());
    }

    @Test
    void shouldRefuseToDropAllQuantiles() {
        TqcConfig tqc = new TqcConfig(SAC.optimizer(), SAC.learning(), ENTROPY, SAC.replay(), 2, 5, 5);
        Violations violations = new Violations();
        tqc.check(pipeline(8), 1, violations);
        assertFalse(violations.isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"64, 0", "65, 1"})
    void shouldWarnOfLongIntervals(int interval, int warnings) {
        assertEquals(warnings, SAC.advice(pipeline(interval)).size());
    }

    @Test
    void shouldTakeBoxesWithinBoundsAndSacDiscreteActionsToo() {
        Sac sac = new Sac();
        assertTrue(sac.actsIn(Learning.box(2)));
        assertTrue(sac.actsIn(new ActionSpace.Discrete(2)));
        assertFalse(sac.actsIn(new ActionSpace.MultiDiscrete(new int[] {2, 3})));
        assertFalse(new Tqc().actsIn(new ActionSpace.Discrete(2)));
        assertFalse(sac.actsIn(new ActionSpace.Continuous(new float[] {0}, new float[] {Float.POSITIVE_INFINITY})));
    }

    @Test
    void shouldScaleTheEntropyByWhatCanBeChosenAlone() {
        EntropySettings scaled =
                new EntropySettings(true, 1, Optional.empty(), Temperature.Loss.LOG, true, true, LogStd.CLAMP, 0, 1);
        float[] low = {-1, 3, 0};
        float[] high = {2, 3, 5};
        assertEquals(-Math.log(1.5) - Math.log(2.5), scaled.logScale(new ActionSpace.Continuous(low, high)), 1e-12);
    }

    @Test
    void shouldTellTheSizeOfAllNetworks() {
        EnvironmentSpec spec = new EnvironmentSpec("box", ObservationSpace.floats(3), Learning.box(2), 100, 0);
        MlpPolicy actor = new MlpPolicy(
                spec.observationSpace(), SAC.head(spec.actionSpace()).outputs(), MLP, SAC.heads());
        assertEquals(
                SAC.complete(actor, MLP, spec, 1).parameterCount(),
                SAC.size(MLP, spec, 1).parameters());
    }
}

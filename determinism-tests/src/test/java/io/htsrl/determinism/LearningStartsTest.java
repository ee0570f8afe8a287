package io.htsrl.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.PlainRuns;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.learners.dqn.DqnConfig;
import io.htsrl.learners.offpolicy.ReplaySettings;
import io.htsrl.learners.optim.OptimizerConfig;
import io.htsrl.learners.values.Exploration;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.replay.Ratio;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.run.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code --learning-starts 0}: learning begins with the first transition, under every schedule at the same place. */
@Timeout(1800)
class LearningStartsTest {
    private static final int N_STEP = 5;

    /** Intervals of one step, so that the first five have nothing to draw. */
    private static RunConfig config(Schedule schedule, int actors, int executors) {
        OptimizerConfig adam = new OptimizerConfig(OptimizerConfig.Kind.ADAM, 1e-3, false, 1e-5, 0, 0);
        DqnConfig dqn = new DqnConfig(
                adam,
                0.99,
                new Exploration(1, 0.05, 0.5, false),
                new ReplaySettings(200, 8, N_STEP, 0.6, 0.4, 1e-6, 1, 1, null, null, null, 0),
                DqnConfig.InitialPriority.MAX,
                0,
                Ratio.oneUpdatePer(1),
                16,
                1,
                true,
                true,
                null,
                0,
                null);
        PipelineConfig pipeline = new PipelineConfig(schedule, 2, 1, actors, executors, 2, WaitMode.PHASED, 1);
        return PlainRuns.of(
                "CartPole-v1", Map.of(), null, 1, 80, pipeline, new MlpConfig(List.of(16), Activation.TANH, true), dqn);
    }

    @ParameterizedTest
    @EnumSource(names = {"HTS", "SYNC", "SERIAL"})
    void shouldLearnFromTheFirstTransitionOn(Schedule schedule) throws Exception {
        List<Double> updates = new ArrayList<>();
        TrainingListener listener = new TrainingListener() {
            @Override
            public void onInterval(IntervalReport report) {
                updates.add(report.losses().getOrDefault("updates", 0.0));
            }
        };
        new Trainer(config(schedule, 0, 1), Attachments.none().with(listener)).run();

        assertEquals(40, updates.size());
        assertTrue(updates.get(N_STEP - 1) == 0, updates::toString);
        double last = updates.get(39);
        assertTrue(last > 60 && last <= 72, updates::toString);
    }

    @Test
    void shouldGiveTheSerialDigest() {
        String oracle =
                Runs.run(config(Schedule.SERIAL, 0, 1), Perturbation.NONE).digest();

        assertEquals(
                oracle, Runs.run(config(Schedule.HTS, 0, 2), Perturbation.NONE).digest());
        assertEquals(
                oracle, Runs.run(config(Schedule.HTS, 2, 1), Perturbation.NONE).digest());
        String sync = Runs.run(config(Schedule.SYNC, 0, 1), Perturbation.NONE).digest();
        assertEquals(
                sync, Runs.run(config(Schedule.SYNC, 1, 2), Perturbation.NONE).digest());
        assertNotEquals(oracle, sync);
    }
}

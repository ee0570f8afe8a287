package io.htsrl.determinism.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.core.run.RunControl;
import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(1800)
class LocalizerTest {
    private static final RunConfig CONFIG = Hts.configure(
            "--algo",
            "a2c",
            "--env",
            "OracleChain-v0",
            "--num-envs",
            "2",
            "--sync-interval",
            "4",
            "--total-timesteps",
            "96",
            "--hidden-sizes",
            "8");
    private static final int INTERVALS = 12;

    @TempDir
    Path folder;

    /** Adds 1 to the last parameter in update {@code when} of each run in {@code broken}, counted from 1. */
    private static final class BreaksNow implements Components {
        private final Set<Integer> broken;
        private final long when;
        private int runs;

        BreaksNow(Set<Integer> broken, long when) {
            this.broken = broken;
            this.when = when;
        }

        @Override
        public Learner learner(Learner made, RunConfig config) {
            boolean breaks = broken.contains(++runs);
            return new DelegatingLearner(made) {
                @Override
                public Map<String, Double> update(
                        StorageBank bank, float[] behaviour, float[] parameters, long update) {
                    Map<String, Double> metrics = super.update(bank, behaviour, parameters, update);
                    parameters[parameters.length - 1] += breaks && update == when ? 1 : 0;
                    return metrics;
                }
            };
        }
    }

    /** Runs 1 and 2 are the reference and the run that differs; then both are made again, and again. */
    private Localizer.Localization localize(Components components, long maxBytes) throws Exception {
        Repetitions repetitions = new Repetitions(components, null, new RunControl());
        PerturbedRun run = PerturbedRun.of("again", CONFIG);
        Chain reference = repetitions.run(run, null);
        long interval = repetitions.run(run, null).firstDifference(reference, PerturbedRun.ALL);
        assertEquals(INTERVALS + 1, reference.digests().size());
        return new Localizer(repetitions, folder, maxBytes).localize(run, reference, run, interval);
    }

    /** Update u is made of the bank of interval u, and its parameters belong to interval u + 1. */
    @Test
    void shouldFindTheParameterAndItsInterval() throws Exception {
        Localizer.Localization found = localize(new BreaksNow(Set.of(2, 4), 5), 1 << 20);
        assertEquals(1, found.attempts());
        assertTrue(found.repeatable());
        assertEquals(6, found.difference().orElseThrow().interval());
        assertEquals("value.head.bias[0]", found.difference().orElseThrow().name());
    }

    @Test
    void shouldFindADifferenceInTheLearningAfterTheLastRollout() throws Exception {
        Localizer.Localization found = localize(new BreaksNow(Set.of(2, 4), INTERVALS - 1), 1 << 20);
        assertEquals(INTERVALS, found.difference().orElseThrow().interval());
        assertEquals(Field.PARAMETER, found.difference().orElseThrow().field());
    }

    /** One interval has room: the first attempt keeps the one four beyond, the second the right one. */
    @Test
    void shouldTryAgainWhereTheRecordingBeginsTooLate() throws Exception {
        Localizer.Localization found = localize(new BreaksNow(Set.of(2, 4, 6), 5), 1);
        assertEquals(2, found.attempts());
        assertEquals(6, found.difference().orElseThrow().interval());
    }

    @Test
    void shouldTellThatTheReferenceDoesNotRepeatItself() throws Exception {
        Localizer.Localization found = localize(new BreaksNow(Set.of(2, 3), 5), 1 << 20);
        assertFalse(found.repeatable());
        assertEquals(6, found.difference().orElseThrow().interval());
    }

    @Test
    void shouldAdmitThatNothingIsFound() throws Exception {
        Localizer.Localization found = localize(new BreaksNow(Set.of(2), 5), 1 << 20);
        assertEquals(Localizer.ATTEMPTS, found.attempts());
        assertTrue(found.difference().isEmpty());
        assertTrue(found.repeatable());
        assertEquals(List.of(), List.of(folder.toFile().list()));
    }
}

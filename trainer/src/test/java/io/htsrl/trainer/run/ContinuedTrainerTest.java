package io.htsrl.trainer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.GivenRuns;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.TrainingResult;
import java.io.DataInput;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs give runs of five intervals five more. */
class ContinuedTrainerTest {
    @TempDir
    Path folder;

    private static RunConfig config(String annealing) {
        return GivenRuns.of(("--algo a2c --env CartPole-v1 --num-envs 4 --sync-interval 8 --total-timesteps 160 "
                        + "--hidden-sizes 8 " + annealing)
                .split(" "));
    }

    private TrainingResult run(RunConfig config, CheckpointFile from) throws Exception {
        CheckpointPlan plan = CheckpointPlan.of(folder, 100, 3, from);
        return new Trainer(config, Attachments.none().with(plan)).run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--anneal-lr", "--no-anneal-lr", "--ent-coef cosine:0.5:0"})
    void shouldGoOnFromTheEnd(String annealing) throws Exception {
        run(config(annealing), null);
        RunConfig longer = config(annealing).continuedAt(5, 320);
        try (CheckpointFile end = CheckpointFile.open(new CheckpointFolder(folder, 3).file(5))) {
            assertEquals(
                    new Trainer(longer, Attachments.none()).run().digest(),
                    run(longer, end).digest());
        }
    }

    /** Its run deletes it later, and Windows deletes no open file. */
    @Test
    void shouldCloseTheCheckpointThatItHasRead() throws Exception {
        run(config("--anneal-lr"), null);
        try (CheckpointFile end = CheckpointFile.open(new CheckpointFolder(folder, 3).file(5))) {
            run(config("--anneal-lr").continuedAt(5, 320), end);

            CheckpointException closed = assertThrows(
                    CheckpointException.class,
                    () -> end.restore(RunState.VERSION, RunState.VERSION_LAYOUT, DataInput::readLong));
            assertTrue(closed.getMessage().contains("Stream Closed"), closed::getMessage);
        }
    }

    /** The rate is the preset's. */
    @Test
    void shouldHaveTheBitsOfASwitchWhereAScheduleSaysTheSame() throws Exception {
        String digest = run(config("--anneal-lr"), null).digest();
        assertEquals(
                digest, run(config("--learning-rate linear:1.0e-3:0"), null).digest());
        assertNotEquals(
                digest, run(config("--learning-rate cosine:1.0e-3:0"), null).digest());
        assertNotEquals(digest, run(config("--no-anneal-lr"), null).digest());
    }

    @Test
    void shouldRefuseAnotherTotalWhereItDecidesWhatWasDone() throws Exception {
        run(config("--anneal-lr"), null);
        RunConfig another = config("--anneal-lr").continuedAt(3, 320); // and not at the checkpoint's place
        try (CheckpointFile end = CheckpointFile.open(new CheckpointFolder(folder, 3).file(5))) {
            CheckpointException refused = assertThrows(CheckpointException.class, () -> run(another, end));
            assertTrue(refused.getMessage().contains("it is the state of 5 intervals, not of 10"), refused::getMessage);
        }
    }

    @Test
    void shouldRememberWhatItWasWhereSomethingIsAnnealed() {
        RunConfig twice = config("--anneal-lr").continuedAt(5, 320).continuedAt(8, 480);
        assertEquals(
                List.of(new AnnealingHorizon.Earlier(5, 160), new AnnealingHorizon.Earlier(8, 320)),
                twice.annealedOver());
        assertEquals(320, twice.asOf(8).totalTimesteps());
        assertEquals(config("--anneal-lr"), twice.asOf(5));
        assertEquals(
                config("--anneal-lr").continuedAt(4, 960), twice.continuedAt(4, 960), "what is cut off is forgotten");
        assertEquals(List.of(), config("--no-anneal-lr").continuedAt(5, 320).annealedOver());
    }
}

package io.htsrl.determinism.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointException;
import io.htsrl.checkpoints.CheckpointFile;
import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.determinism.remote.RemoteRuns.Threads;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.CheckpointPlan;
import io.htsrl.trainer.config.RunConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invariant 9: environments elsewhere resume with their saved state, or by replaying their episodes. */
@Timeout(1800)
@Tag("slow")
class RemoteResumeTest {
    private static final int KEEP_ALL = 1000;

    @TempDir
    Path folder;

    private static RunConfig config(Schedule schedule, Threads threads, String comeback, String inner) {
        return RemoteRuns.config(
                "ppo", DistantEnvironments.NAME, Map.of("comeback", comeback, "inner", inner), schedule, threads);
    }

    private String run(RunConfig config, long every, CheckpointFile from) {
        CheckpointPlan plan = CheckpointPlan.of(folder, every, KEEP_ALL, from);
        return RemoteRuns.run(config, Attachments.none().with(plan)).digest();
    }

    /** OracleChain's episodes are truncated after 8 steps: some end with the interval. */
    @ParameterizedTest
    @CsvSource({"STATE, CartPole-v1", "REPLAY, CartPole-v1", "REPLAY, Acrobot-v1", "REPLAY, OracleChain-v0"})
    void shouldEndInTheSameBitsFromEveryCheckpoint(String comeback, String inner) {
        RunConfig config = config(Schedule.HTS, RemoteRuns.DEFAULT, comeback, inner);
        String uninterrupted = run(config, 1, null);
        assertEquals(RemoteRuns.run(config).digest(), uninterrupted, "taking checkpoints changes nothing");
        List<Path> checkpoints = new CheckpointFolder(folder, KEEP_ALL).list();
        assertEquals(RemoteRuns.INTERVALS, checkpoints.size());
        for (Path path : checkpoints) {
            boolean even = CheckpointFolder.interval(path) % 2 == 0;
            Schedule schedule = even ? Schedule.HTS : Schedule.SERIAL;
            try (CheckpointFile checkpoint = CheckpointFile.open(path)) {
                RunConfig resumed = config(schedule, new Threads(1, 3, 2, WaitMode.BLOCKING), comeback, inner);
                assertEquals(uninterrupted, run(resumed, 0, checkpoint), path.toString());
            }
        }
    }

    @Test
    void shouldBeginNewEpisodesWhereNeitherIsToBeHad() {
        RunConfig config = config(Schedule.HTS, RemoteRuns.DEFAULT, "NONE", "CartPole-v1");
        String uninterrupted = run(config, 5, null);
        try (CheckpointFile checkpoint = CheckpointFile.open(new CheckpointFolder(folder, KEEP_ALL).file(5))) {
            assertNotEquals(uninterrupted, run(config, 0, checkpoint));
        }
    }

    /** The version of the environment has changed, say: what it replays into is another observation. */
    @Test
    void shouldRefuseAnEnvironmentThatDoesNotComeBackToWhereItWas() {
        run(config(Schedule.HTS, RemoteRuns.DEFAULT, "REPLAY", "CartPole-v1"), 5, null);
        RunConfig other = config(Schedule.HTS, RemoteRuns.DEFAULT, "REPLAY", "CartPole-v1");
        Map<String, String> drifting = new HashMap<>(other.envOptions());
        drifting.put("drift", "1e-3");
        try (CheckpointFile checkpoint = CheckpointFile.open(new CheckpointFolder(folder, KEEP_ALL).file(5))) {
            String message = assertThrows(
                            CheckpointException.class, () -> run(other.withEnvOptions(drifting), 0, checkpoint))
                    .getMessage();
            for (String part : List.of(
                    "environment 0 (Distant-v0) did not come back to where it was: replayed in ",
                    "seed 0x",
                    "element 0 of its observation is ",
                    ", and was ")) {
                assertTrue(message.contains(part), message);
            }
        }
    }
}

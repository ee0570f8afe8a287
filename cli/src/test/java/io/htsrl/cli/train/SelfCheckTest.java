package io.htsrl.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.trainer.report.SelfCheckReport;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the command line and the run directory report of the self-check. */
class SelfCheckTest {
    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private static SelfCheckReport report(boolean stable) {
        return new SelfCheckReport(
                stable,
                new CheckTable(List.of(CheckRow.determinism("acting forward", "batch", 70, stable ? 0 : 3, 1.4))),
                new BackendFacts("cpu", "library", "OPENBLAS", 1, 1));
    }

    private int train(SelfCheckReport report, String... more) {
        String[] arguments = Stream.concat(
                        Stream.of(
                                "train",
                                "--algo",
                                "a2c",
                                "--env",
                                "CartPole-v1",
                                "--run-dir",
                                parent.resolve("run").toString()),
                        Stream.of(more))
                .toArray(String[]::new);
        return hts.run(
                (config, attached) -> {
                    attached.listener().onSelfCheck(report);
                    return CommandLineFixture.result(false);
                },
                arguments);
    }

    @Test
    void shouldRecordTheCheckOfARealRun() {
        JsonNode manifest =
                new RecordedRuns(parent).record("run", "--allow-nondeterminism").manifest();

        assertTrue(manifest.get("allow_nondeterminism").asBoolean());
        assertTrue(manifest.get("deterministic").asBoolean(), "allowed, but not needed");
        assertTrue(manifest.get("self_check").get("stable").asBoolean());
    }

    @Test
    void shouldSayWhatWasCompared() {
        assertEquals(ExitCode.OK, train(report(true)));

        assertTrue(hts.out.toString().contains("  checked   70 rows and passes compared in 1 ms"), hts.out::toString);
        assertEquals("", hts.err.toString());
    }

    @Test
    void shouldWarnOfBitsThatMayNotComeAgain() {
        assertEquals(ExitCode.OK, train(report(false), "--quiet", "--allow-nondeterminism"));

        assertEquals("", hts.out.toString());
        assertTrue(
                hts.err
                        .toString()
                        .startsWith("warning: this run's bits may not come again, for acting forward, "
                                + "batch: 3 of 70 differ"),
                hts.err::toString);
        JsonNode manifest = RunReader.open(parent.resolve("run")).manifest();
        assertFalse(manifest.get("deterministic").asBoolean());
    }

    @Test
    void shouldResumeWithTheSamePermission() {
        RunReader run = new RecordedRuns(parent).record("run", "--allow-nondeterminism");

        assertEquals("true", run.settings().get("allow-nondeterminism"));
    }
}

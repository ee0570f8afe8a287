package io.htsrl.monitor.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.rundir.RunReader.RunState;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.monitor.SmallRuns;
import io.htsrl.monitor.live.server.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code hts train --live}, through the command line. */
class LiveLoggerTest {
    @TempDir
    private Path folder;

    private SmallRuns runs() {
        return new SmallRuns(folder);
    }

    private JsonNode summary(String name) {
        return RunReader.open(folder.resolve(name)).summary().orElseThrow();
    }

    private static JsonNode now(LiveRun run) throws IOException, InterruptedException {
        return new ObjectMapper().readTree(run.event("now"));
    }

    @Test
    void shouldTellAPageWhatTheRunIsAt() throws IOException, InterruptedException {
        try (LiveRun run = new LiveRun(runs(), "a", "--live --executors 2", 5);
                RawClient page = run.client()) {
            page.get("/events").line("event: begin");
            JsonNode now = now(run);

            assertEquals(5, now.path("interval").asLong());
            assertEquals(192, now.path("timesteps").asLong());
            assertEquals(32, now.path("digests").get(0).asText().length());
            assertEquals(4, now.path("replicas").path("states").asText().length());
            assertEquals(8, now.path("replicas").path("of").asInt());
            assertTrue(now.path("memory").path("used").asLong() > 0);
            assertEquals(3, now.path("roles").size());
            assertTrue(now.path("batches").size() > 0);
            assertEquals(
                    "bank 0",
                    now.path("strip").path("threads").get(0).path("name").asText());
            assertTrue(now.path("strip").path("threads").toString().contains("executor-1"));
            assertTrue(now.path("strip").path("swaps").size() > 0);

            assertEquals(ExitCode.OK, run.end());
            assertNull(page.line("never"), "the page's connection has ended with the run");
        }
    }

    /** The page shows the digest after the last update, and not that of the last interval. */
    @ParameterizedTest
    @ValueSource(strings = {"--schedule hts", "--schedule serial"})
    void shouldShowThePrintedDigestOfARunThatHasEnded(String how) throws IOException, InterruptedException {
        String shown = "";
        try (LiveRun run = new LiveRun(runs(), "a", "--live " + how, 4);
                RawClient page = run.client()) {
            page.get("/events").line("event: now");
            assertEquals(ExitCode.OK, run.end());
            for (String line = page.line("data: {\"digests\""); line != null; line = page.line("data: {\"digests\"")) {
                shown = new ObjectMapper()
                        .readTree(line.substring("data: ".length()))
                        .path("digests")
                        .get(0)
                        .asText();
            }
        }

        assertEquals(summary("a").path("digest").asText(), shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--schedule hts",
                "--schedule sync",
                "--schedule serial",
                "--schedule hts --actors 1 --executors 2"
            })
    void shouldChangeNoBitWithAPageOpen(String how) throws IOException, InterruptedException {
        String without = runs().train("without", how)
                .summary()
                .orElseThrow()
                .path("digest")
                .asText();
        try (LiveRun run = new LiveRun(runs(), "with", "--live " + how, 4);
                RawClient page = run.client()) {
            page.get("/events").line("event: now");
            assertEquals(ExitCode.OK, run.end());
        }

        assertEquals(without, summary("with").path("digest").asText());
        assertEquals(
                Files.readString(folder.resolve("without/config.yaml")),
                Files.readString(folder.resolve("with/config.yaml")));
    }

    private static boolean isPicture(LiveRun run, int replica) throws IOException {
        try (RawClient client = run.client()) {
            return "image/png"
                    .equals(client.get("/picture?replica=" + replica).head().get("content-type"));
        }
    }

    /** Asks as a page all the time, until it has had some pictures, and then stops the run. */
    private static void lookAt(LiveRun run) throws IOException, InterruptedException {
        run.goOn();
        for (int seen = 0; seen < 20; seen += isPicture(run, 1) ? 1 : 0) {
            Thread.onSpinWait();
        }
        assertEquals(200, run.press("stop", run.token()));
        assertEquals(ExitCode.INTERRUPTED, run.end());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hts --executors 2", "hts --actors 1 --executors 2", "sync", "serial", "async"})
    void shouldShowAReplicaAndChangeNoBit(String how) throws IOException, InterruptedException {
        SmallRuns runs = runs();
        String settings = "--schedule " + how + " --total-timesteps 320000000 --log-interval 100000";
        try (LiveRun run = new LiveRun(runs, "with", "--live " + settings, 4)) {
            assertEquals(4, now(run).path("pictures").asInt());
            lookAt(run);
        }

        if (!how.equals("async")) { // which promises none
            List<String> looked = Files.readAllLines(folder.resolve("with/digests.jsonl"));
            looked.remove(looked.size() - 1); // of the update with which a run ends, wherever that is
            runs.hts(SmallRuns.stoppingAt(looked.size()), runs.words("without", settings));
            List<String> alone = Files.readAllLines(folder.resolve("without/digests.jsonl"));
            assertTrue(looked.size() > 4, looked.size() + " intervals");
            assertEquals(looked, alone.subList(0, looked.size()));
        }
    }

    @Test
    void shouldHaveNoPanelWhereThereIsNoPicture() throws IOException, InterruptedException {
        try (LiveRun run = new LiveRun(runs(), "a", "--live --env OracleChain-v0", 3)) {
            assertEquals(0, now(run).path("pictures").asInt(-1));
            assertFalse(isPicture(run, 0));
            assertEquals(ExitCode.OK, run.end());
        }
    }

    @Test
    void shouldRefuseButtonsWithoutTheToken() throws IOException, InterruptedException {
        try (LiveRun run = new LiveRun(runs(), "a", "--live --no-final-checkpoint", 3)) {
            assertEquals(403, run.press("stop", ""));
            assertEquals(403, run.press("checkpoint", run.token().substring(1)));
            assertEquals(ExitCode.OK, run.end());
        }

        assertFalse(summary("a").path("stopped").asBoolean());
        assertFalse(Files.exists(folder.resolve("a/checkpoints")));
    }

    @Test
    void shouldTakeACheckpointWhenAsked() throws IOException, InterruptedException {
        String without = runs().train("without", "")
                .summary()
                .orElseThrow()
                .path("digest")
                .asText();
        try (LiveRun run = new LiveRun(runs(), "a", "--live --no-final-checkpoint", 3)) {
            assertEquals(200, run.press("checkpoint", run.token()));
            assertEquals(ExitCode.OK, run.end());
        }

        try (Stream<Path> checkpoints = Files.list(folder.resolve("a/checkpoints"))) {
            assertEquals(1, checkpoints.count());
        }
        assertEquals(without, summary("a").path("digest").asText());
    }

    @Test
    void shouldStopTheRunAtTheNextSwapWhenAsked() throws IOException, InterruptedException {
        try (LiveRun run = new LiveRun(runs(), "a", "--live", 3)) {
            assertEquals(200, run.press("stop", run.token()));
            assertEquals(ExitCode.INTERRUPTED, run.end(), "it is not at its end");
        }

        assertEquals(RunState.STOPPED, RunReader.open(folder.resolve("a")).state());
        assertTrue(summary("a").path("timesteps").asLong() < 320);
    }

    @Test
    void shouldNotMindPagesThatNeverRead() throws IOException, InterruptedException {
        try (LiveRun run = new LiveRun(runs(), "a", "--live", 3);
                RawClient hanging = run.client();
                RawClient half = run.client()) {
            hanging.get("/events").line("event: begin");
            half.send("GET /events HTTP/1.1"); // its end never comes
            assertEquals(ExitCode.OK, run.end());
        }
    }

    @Test
    void shouldRefuseAPortThatIsTakenBeforeTheRun() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            SmallRuns runs = runs();
            int code = runs.hts(SmallRuns.TRAINER, runs.words("a", "--live " + taken.getLocalPort()));

            assertEquals(ExitCode.MISTAKE, code);
            assertTrue(
                    runs.err
                            .toString()
                            .startsWith("error: --live " + taken.getLocalPort() + ": it must be a port that"),
                    runs.err::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--live 70000", "--live x", "--live -1", "--live-host 127.0.0.1", "--live --live-after soon"})
    void shouldRefuseWhatIsNoPageInOneMessage(String words) {
        SmallRuns runs = runs();
        int code = runs.hts(SmallRuns.TRAINER, runs.words("a", words));

        assertEquals(ExitCode.MISTAKE, code);
        assertTrue(runs.err.toString().startsWith("error: --live"), runs.err::toString);
        assertFalse(runs.err.toString().contains("\tat "), runs.err::toString);
    }

    @Test
    void shouldStayAfterTheRunAsLongAsAsked() {
        SmallRuns runs = runs();
        runs.train("a", "--live --live-after 5ms");
        assertTrue(runs.out.toString().matches("(?s).*The page stays at http://\\S+ for 5ms or until Ctrl-C\\R"));

        runs.train("b", "--live --live-after 0s");
        assertEquals(1, runs.out.toString().split("The page stays").length - 1);
    }

    @Test
    void shouldServeNothingWithoutBeingAsked() {
        SmallRuns runs = runs();
        runs.train("a", "");

        assertFalse(runs.out.toString().contains("live page"));
    }
}

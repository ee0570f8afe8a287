package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.doctor.Finding;
import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.cluster.pekko.Host;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.StartStates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LearnerDoctorTest {
    private final List<String> logs = new CopyOnWriteArrayList<>();
    private final List<Finding> findings = new ArrayList<>();

    @TempDir
    private Path folder;

    private ClusterRollouts learner(Path secret) {
        RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
        RolloutSource.RolloutSite site;
        try (ColumnRunner runner = new ColumnRunner(config)) {
            site = new RolloutSource.RolloutSite(
                    runner.shape(),
                    new StartStates(runner.shape().environments()),
                    null,
                    new RunControl(),
                    Timeline.off());
        }
        return new ClusterRollouts(
                config,
                site,
                new Host(
                        new HostPort("127.0.0.1", 0),
                        Tls.by(Optional.empty(), Secret.of(Optional.of(secret))),
                        logs::add),
                Duration.ofHours(1),
                0,
                logs::add,
                new LaneBoard(0, AssignmentTable.Lease.of(Duration.ofHours(1)), logs::add),
                () -> {});
    }

    private Path secret(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private boolean examine(String address, Path secret, Duration patience) {
        Layer flags = Layer.ofCommandLine();
        if (secret != null) {
            flags.add("secret-file", secret.toString());
        }
        return new LearnerDoctor(patience).examine(address, flags, findings::add);
    }

    private Finding last() {
        return findings.get(findings.size() - 1);
    }

    @Test
    void shouldTestTheWayToALearnerAndCountAsNoNode() throws IOException {
        Path secret = secret("one", "0123456789abcdef");
        try (ClusterRollouts learner = learner(secret)) {

            assertTrue(examine(learner.address().toString(), secret, Duration.ofHours(1)), findings::toString);
        }

        assertEquals(
                List.of("name", "connection", "door"),
                findings.stream().map(Finding::what).toList());
        assertTrue(logs.get(0).matches("doctor 127.0.0.1:\\d+ tests the connection"), logs::toString);
        assertTrue(logs.get(1).startsWith("0 nodes joined"), logs::toString);
    }

    @Test
    void shouldSayWhichSecretIsWrong() throws IOException {
        Path other = secret("two", "fedcba9876543210");
        try (ClusterRollouts learner = learner(secret("one", "0123456789abcdef"))) {

            assertFalse(examine(learner.address().toString(), other, Duration.ofHours(1)));
        }

        assertTrue(last().text().contains("does not know the secret: give both sides the same"), last()::toString);
    }

    @Test
    void shouldSayHowFarItGotWhereThereIsNoLearner() throws IOException {
        assertFalse(examine("[no-such-host]:25520", secret("one", "0123456789abcdef"), Duration.ofSeconds(5)));
        assertEquals("no host has the name [no-such-host]", last().text());

        int free;
        try (ServerSocket mute = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            free = mute.getLocalPort();
            assertFalse(examine("127.0.0.1:" + free, null, Duration.ofSeconds(1)));
            assertEquals(
                    "somebody listens at 127.0.0.1:" + free + ", but no learner answers within 1 s", last().text());
        }
        assertFalse(examine("127.0.0.1:" + free, null, Duration.ofSeconds(5)));
        assertEquals("nobody listens at 127.0.0.1:" + free + ": the connection is refused", last().text());
        assertThrows(ConfigurationException.class, () -> examine("nowhere", null, Duration.ofSeconds(5)));
    }
}

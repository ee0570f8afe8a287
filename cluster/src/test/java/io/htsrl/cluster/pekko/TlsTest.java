package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.Keystores;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.security.TlsCheck;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.StartStates;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests encrypted connections, and what both sides say of those that are not to be. */
class TlsTest {
    private static final Duration SOON = Duration.ofMinutes(10);

    @TempDir
    private static Path folder;

    private static Path known;
    private static Path trust;
    private static Path stranger;

    private final List<String> logs = new CopyOnWriteArrayList<>();
    private final NodeThreads nodes = new NodeThreads();
    private final RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);

    @BeforeAll
    static void makeStores() throws IOException, InterruptedException {
        Keystores stores = new Keystores(folder);
        known = stores.key("known");
        trust = stores.trust("trust", known, "known");
        stranger = stores.key("stranger");
    }

    private ClusterRollouts learner(RolloutSource.RolloutSite site, Optional<Tls> tls) {
        return LinkedNodes.learner(
                config, site, new Host(NodeThreads.ANY, tls, logs::add), Duration.ofSeconds(30), logs::add);
    }

    private RolloutSource.RolloutSite site() {
        try (ColumnRunner runner = new ColumnRunner(config)) {
            return new RolloutSource.RolloutSite(
                    runner.shape(),
                    new StartStates(runner.shape().environments()),
                    null,
                    new RunControl(),
                    Timeline.off());
        }
    }

    @Test
    void shouldHaveTheDigestOfSerialWhereAllIsEncrypted() throws Exception {
        Optional<Tls> tls = Keystores.tls(known, trust);

        String digest = new Trainer(config, Attachments.none().collectedBy(site -> {
                    ClusterRollouts rollouts = learner(site, tls);
                    nodes.join(rollouts.address(), tls);
                    assertTrue(rollouts.await(1, NodeThreads.LONG), "it joins");
                    return rollouts;
                }))
                .run()
                .digest();

        RunConfig serial = SmallRuns.by(config, Schedule.SERIAL);
        assertEquals(new Trainer(serial, Attachments.none()).run().digest(), digest);
        assertTrue(logs.stream().anyMatch(line -> line.startsWith("1 node joined, 0 lost")), logs::toString);
    }

    @Test
    void shouldSayOnBothSidesWhoseCertificateIsNotBelieved() throws Exception {
        try (ClusterRollouts learner = learner(site(), Keystores.tls(known, trust))) {

            String why = nodes.start(learner.address(), Keystores.tls(stranger, trust))
                    .get();

            assertEquals(
                    "the learner at " + learner.address()
                            + " does not believe this machine's certificate: put it, or the "
                            + "certificate of who signed it, into the learner's --tls-truststore",
                    why);
            assertTrue(
                    logs.contains(
                            "a machine with the certificate CN=stranger is refused: it is not trusted: put it, or "
                                    + "the certificate of who signed it, into --tls-truststore"),
                    logs::toString);
            assertTrue(
                    fault(learner.address(), Optional.empty())
                            .endsWith("speaks TLS alone: give --secret-file, or --tls-keystore and --tls-truststore, "
                                    + "here too"),
                    "who comes without is told so");
            assertEquals(Optional.empty(), TlsCheck.fault(learner.address(), Keystores.tls(known, trust), SOON));
        }
    }

    @Test
    void shouldSayThatTheLearnerSpeaksNone() {
        try (ClusterRollouts learner = learner(site(), Optional.empty())) {

            assertEquals(
                    "the learner at " + learner.address() + " speaks no TLS: give it --tls-keystore and "
                            + "--tls-truststore, or leave them out on both sides",
                    fault(learner.address(), Keystores.tls(known, trust)));
            assertEquals(Optional.empty(), TlsCheck.fault(learner.address(), Optional.empty(), SOON));
        }
    }

    private static String fault(HostPort learner, Optional<Tls> tls) {
        return TlsCheck.fault(learner, tls, SOON)
                .filter(TlsCheck.Fault::certain)
                .map(TlsCheck.Fault::text)
                .orElse("");
    }

    /** A learner that is slow says nothing yet, and nothing follows from that. */
    @Test
    void shouldNotSayWhatASilentLearnerSpeaks() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HostPort learner = new HostPort("127.0.0.1", silent.getLocalPort());

            Optional<TlsCheck.Fault> fault =
                    TlsCheck.fault(learner, Keystores.tls(known, trust), Duration.ofMillis(200));

            assertEquals(
                    Optional.of(new TlsCheck.Fault(
                            "the learner at " + learner
                                    + " has not finished TLS's handshake within 0.2 s: it is slow, or "
                                    + "something on the way holds it back",
                            false)),
                    fault);
        }
    }

    @Test
    void shouldKnowByItsBytesWhoSpeaksNone() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HostPort learner = new HostPort("127.0.0.1", server.getLocalPort());
            CompletableFuture<Void> said = CompletableFuture.runAsync(() -> {
                try (Socket client = server.accept()) {
                    client.getOutputStream().write("HTTP/1.1 400 Bad Request".getBytes(StandardCharsets.UTF_8));
                    client.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });

            assertTrue(fault(learner, Keystores.tls(known, trust)).contains("speaks no TLS"));
            said.get();
        }
    }

    /** A learner that ends closes connections like one that speaks no TLS. */
    @Test
    void shouldNotSayThatALearnerWhichEndsSpeaksNone() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HostPort learner = new HostPort("127.0.0.1", server.getLocalPort());
            CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
                try (Socket client = server.accept()) {
                    server.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });

            assertEquals(Optional.empty(), TlsCheck.fault(learner, Keystores.tls(known, trust), SOON));
            ended.get();
        }
    }

    private static String refusal(Path keys, Path trusted, String password) {
        return assertThrows(
                        ConfigurationException.class,
                        () -> Tls.read(Optional.ofNullable(keys), Optional.ofNullable(trusted), password, true))
                .getMessage();
    }

    @Test
    void shouldRefuseStoresThatCannotBeUsed() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "no keystore at all");

        assertTrue(refusal(known, trust, "wrong-one").contains("cannot be opened by the password that is given"));
        assertTrue(refusal(text, trust, Keystores.PASSWORD).contains("must be a keystore, PKCS12 or JKS"));
        assertTrue(
                refusal(folder.resolve("none"), trust, Keystores.PASSWORD).contains("must be a file that can be read"));
        assertTrue(refusal(trust, trust, Keystores.PASSWORD).contains("must hold a private key, and holds none"));
        assertTrue(refusal(known, known, Keystores.PASSWORD).contains("must hold a certificate, and holds none"));
        assertTrue(refusal(known, null, Keystores.PASSWORD).contains("--tls-truststore"));
        assertTrue(refusal(known, trust, null).contains("HTS_TLS_PASSWORD"));
        assertEquals("from there", Tls.password(Optional.empty(), name -> "from there"));
        assertEquals("in a file", Tls.password(Optional.of(Files.writeString(text, "in a file\n")), name -> null));
    }
}

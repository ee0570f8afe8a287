package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.LineLog;
import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.columns.ColumnRunner;
import io.htsrl.cluster.lanes.LaneBoard;
import io.htsrl.cluster.pekko.Host.TlsEngines;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.cluster.security.TlsCheck;
import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.cluster.table.ClusterMetrics;
import io.htsrl.cluster.table.Coordinator;
import io.htsrl.cluster.table.Coordinator.Audit;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.StartStates;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.selfplay.OpponentState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.Kill;
import org.apache.pekko.actor.PoisonPill;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Somebody who knows only HOST:PORT of a learner or a node can do nothing. */
@Timeout(180)
class StrangerTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final byte[] FORGED = new byte[32];
    private static final String ESCAPE = "\u001b[2J";

    private final RunConfig config = SmallRuns.config("a2c", "CartPole-v1", 1);
    private final LineLog logs = new LineLog();
    private final NodeThreads nodes = new NodeThreads();

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

    private ClusterRollouts learner(RolloutSource.RolloutSite site, Secret secret) {
        return new ClusterRollouts(
                config,
                site,
                new Host(NodeThreads.ANY, Tls.by(Optional.empty(), secret), logs),
                LEASE,
                0,
                logs,
                new LaneBoard(0, AssignmentTable.Lease.of(LEASE), logs),
                () -> {});
    }

    private static Message.Hello hello(String address, String name) {
        NodeActor.Self self = new NodeActor.Self(NodeThreads.ANY, address, name, LEASE, true, () -> false, line -> {});
        return (Message.Hello) NodeActor.hello(self, Secret.nonce());
    }

    @Test
    void shouldNotObeyPoisonNorHaveMembersThatCouldBeTakenDown() throws Exception {
        try (ClusterRollouts learner = learner(site(), Secret.NONE);
                Stranger stranger = new Stranger()) {
            ActorRef actor = stranger.at(learner.address(), "system/learner");
            stranger.selects(learner.address(), "system/learner", PoisonPill.getInstance());

            assertTrue(stranger.says(actor, PoisonPill.getInstance(), Kill.getInstance()), "it lives");
            assertFalse(stranger.says(stranger.at(learner.address(), "system/cluster/core/daemon")), "no cluster");
            nodes.join(learner.address());
            assertTrue(learner.await(1, NodeThreads.LONG), "and lets nodes in");
        }
    }

    /** All that Pekko itself says is TLS by the secret: nobody without it is heard. */
    @Test
    void shouldEncryptAllByTheSecret() throws Exception {
        Secret secret = Secret.drawn();
        String digest = new Trainer(config, Attachments.none().collectedBy(site -> {
                    ClusterRollouts learner = learner(site, secret);
                    HostPort address = learner.address();
                    String other = TlsCheck.fault(address, Tls.by(Optional.empty(), Secret.drawn()), LEASE)
                            .map(TlsCheck.Fault::text)
                            .orElse("");
                    assertEquals(TlsCheck.stranger(address), other);
                    String none = TlsCheck.fault(address, Optional.empty(), LEASE)
                            .map(TlsCheck.Fault::text)
                            .orElse("");
                    assertTrue(none.contains("speaks TLS alone: give --secret-file"), none);
                    Optional<Tls> same = Tls.by(Optional.empty(), secret);
                    assertEquals(Optional.empty(), TlsCheck.fault(address, same, LEASE));
                    nodes.join(address, secret);
                    assertTrue(learner.await(1, NodeThreads.LONG), "who knows it joins");
                    return learner;
                }))
                .run()
                .digest();

        assertEquals(SmallRuns.serial(config), digest);
    }

    /**
     * Whoever opens connections and says nothing takes little of the heap; nodes, whose handshakes end, are not
     * counted.
     */
    @Test
    void shouldEndTheOldestConnectionThatProvesNothingWhereThereAreTooMany() throws Exception {
        Tls tls = Tls.by(Optional.empty(), Secret.drawn()).orElseThrow();
        TlsEngines engines = new TlsEngines(tls, line -> {});
        List<SSLEngine> open = new ArrayList<>();
        for (int i = 0; i < TlsEngines.MOST_UNPROVEN; i++) {
            open.add(engines.createServerSSLEngine("127.0.0.1", 1));
        }
        shakeHands(engines.createClientSSLEngine("127.0.0.1", 1), open.get(0));

        open.add(engines.createServerSSLEngine("127.0.0.1", 1)); // in the place of the one that is proven
        assertEquals(0, open.stream().filter(StrangerTest::isClosed).count());
        open.add(engines.createServerSSLEngine("127.0.0.1", 1));

        assertEquals(
                List.of(open.get(1)),
                open.stream().filter(StrangerTest::isClosed).toList());
        assertEquals(TlsEngines.MOST_UNPROVEN + 2, open.size(), "none was collected meanwhile");
    }

    private static boolean isClosed(SSLEngine engine) {
        return engine.isOutboundDone() || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /** Somebody who says nothing opens more connections than are kept. */
    @Test
    void shouldLetNodesInThoughSomebodyHoldsManyConnections() throws Exception {
        Secret secret = Secret.drawn();
        try (ClusterRollouts learner = learner(site(), secret);
                Selector idle = Selector.open()) {
            InetSocketAddress address = new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), learner.address().port());
            for (int i = 0; i <= TlsEngines.MOST_UNPROVEN; i++) {
                SocketChannel connection = SocketChannel.open(address);
                connection.configureBlocking(false);
                connection.register(idle, SelectionKey.OP_READ);
            }

            idle.select();
            SocketChannel first =
                    (SocketChannel) idle.selectedKeys().iterator().next().channel();
            assertTrue(isClosed(first));
            nodes.join(learner.address(), secret);
            assertTrue(learner.await(1, NodeThreads.LONG), "a node is let in");
            for (SelectionKey key : idle.keys()) {
                key.channel().close();
            }
        }
    }

    private static boolean isClosed(SocketChannel connection) {
        try {
            return connection.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException e) {
            return true; // by a reset
        }
    }

    private static void shakeHands(SSLEngine client, SSLEngine server) throws SSLException {
        client.beginHandshake();
        server.beginHandshake();
        ByteBuffer there = ByteBuffer.allocate(1 << 16);
        ByteBuffer back = ByteBuffer.allocate(1 << 16);
        while (client.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                || server.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            step(client, back, there);
            step(server, there, back);
        }
    }

    private static void step(SSLEngine engine, ByteBuffer come, ByteBuffer out) throws SSLException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> engine.getDelegatedTask().run();
            case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), out);
            default -> {
                come.flip();
                engine.unwrap(come, ByteBuffer.allocate(1 << 15));
                come.compact();
            }
        }
    }

    /** Without a secret everybody on this machine may knock: about this machine, and some at a time. */
    @Test
    void shouldBoundWhoKnocksAndDoesNotAnswer() {
        AtomicLong time = new AtomicLong();
        try (Host host = new Host(NodeThreads.ANY, Optional.empty(), line -> {})) {
            LearnerActor.Door door = new LearnerActor.Door(Map.of(), new Identity("0123456789ab", "", ""), false, logs);
            ServerHandshake handshake = new ServerHandshake(host, door, time::get);

            handshake.hello(hello("192.0.2.1:9", "far"));
            assertEquals(0, handshake.entering(), "not on this machine");
            handshake.hello(new Message.Hello("127.0.0.1:9", "short", Identity.build(), new byte[8]));
            assertEquals(0, handshake.entering(), "no nonce");
            for (int port = 1; port <= 1000; port++) {
                handshake.hello(hello("127.0.0.1:" + port, "near"));
            }
            assertEquals(ServerHandshake.MOST_RECENT, handshake.entering());
            time.set(ServerHandshake.RECENT + 1);
            handshake.hello(hello("127.0.0.1:1001", "later"));
            assertEquals(ServerHandshake.MOST_RECENT + 1, handshake.entering(), "some more, later");
        }
    }

    @Test
    void shouldLetANodeObeyItsLearnerAlone() throws Exception {
        try (Stranger stranger = new Stranger()) {
            String digest = new Trainer(config, Attachments.none().collectedBy(site -> {
                        ClusterRollouts learner = learner(site, Secret.NONE);
                        CompletableFuture<String> ended = nodes.start(learner.address(), Optional.empty());
                        assertTrue(learner.await(1, NodeThreads.LONG));
                        ActorRef node = stranger.at(joined(), "system/node");
                        assertTrue(says(
                                stranger,
                                node,
                                new Message.Bye(7, "over"),
                                new Message.Beat(7, 1),
                                new Message.Refused("no", FORGED),
                                PoisonPill.getInstance()));
                        Object[] guesses = guesses();
                        assertTrue(says(stranger, node, guesses));
                        assertTrue(says(stranger, stranger.at(learner.address(), "system/learner"), guesses));
                        assertFalse(ended.isDone(), "it works on");
                        return learner;
                    }))
                    .run()
                    .digest();

            assertEquals(SmallRuns.serial(config), digest);
            assertTrue(logs.any("1 node joined, 0 lost"), logs::toString);
        }
    }

    /** Guesses sessions that nobody has. */
    private static Object[] guesses() {
        Random chance = new Random(43);
        return chance.longs(500)
                .boxed()
                .flatMap(session -> Stream.of(
                        new Message.Piece(
                                session, chance.nextInt(3), chance.nextBoolean(), new byte[chance.nextInt(99)]),
                        new Message.Confirmed(session, chance.nextLong()),
                        new Message.Beat(session, chance.nextLong()),
                        new Message.Ready(session, new Identity("", "", ""), true),
                        new Message.Unable(session, "no"),
                        new Message.Drain(session),
                        new Message.Bye(session, "over")))
                .toArray();
    }

    /** Returns the address of the node that was let in; it is the node's name. */
    private HostPort joined() {
        String line = logs.lines().stream()
                .filter(each -> each.endsWith(" has joined"))
                .findFirst()
                .orElseThrow();
        return HostPort.of(line.replace("node ", "").replace(" has joined", "")).orElseThrow();
    }

    private static boolean says(Stranger stranger, ActorRef to, Object... messages) {
        try {
            return stranger.says(to, messages);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** What a learner names is made by a node: nobody else may name it. */
    @Test
    void shouldLetANodeThatKnocksHeedNobodyWhoDoesNotKnowItsNonce() throws Exception {
        try (Host host = new Host(NodeThreads.ANY, Optional.empty(), line -> {});
                Stranger stranger = new Stranger();
                ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HostPort learner = new HostPort("127.0.0.1", silent.getLocalPort());
            CompletableFuture<Node.End> ended = new CompletableFuture<>();
            NodeActor.Self self = new NodeActor.Self(
                    learner, host.address().toString(), "node", Duration.ofMinutes(1), true, () -> false, logs);
            host.start(NodeActor.behavior(host.at(learner, Host.LEARNER), self, ended), Host.NODE);
            Map<String, String> evil = Map.of("env", "gym:os:system");

            assertTrue(stranger.says(
                    stranger.at(host.address(), "system/node"),
                    new Message.Welcome(7, evil, FORGED),
                    new Message.Refused("go away", FORGED),
                    new Message.Bye(0, "over")));

            assertFalse(ended.isDone(), ended::toString);
            assertEquals(0, logs.lines().size(), logs::toString);
        }
    }

    @Test
    void shouldLogWhyANodeLeavesEscaped() throws Exception {
        RolloutSource.RolloutSite site = site();
        Coordinator coordinator =
                new Coordinator(site.shape(), site.states(), null, AssignmentTable.Lease.of(LEASE), logs, Audit.NONE);
        Identity identity = new Identity("0123456789ab", "", "");
        try (Host host = new Host(NodeThreads.ANY, Optional.empty(), line -> {});
                Host other = new Host(NodeThreads.ANY, Optional.empty(), line -> {})) {
            LearnerActor.Listeners listeners = new LearnerActor.Listeners(
                    coordinator,
                    new LaneBoard(0, AssignmentTable.Lease.of(LEASE), logs),
                    new ClusterMetrics(coordinator, Timeline.off(), 1),
                    () -> OpponentState.NONE,
                    () -> {},
                    () -> {});
            host.start(
                    LearnerActor.behavior(
                            host, listeners, new LearnerActor.Door(Map.of(), identity, false, logs), LEASE),
                    Host.LEARNER);
            var door = other.at(host.address(), Host.LEARNER);
            other.start(
                    Behaviors.receiveMessage(message -> {
                        if (message instanceof Message.Welcome welcome) {
                            door.tell(new Message.Ready(welcome.session(), identity, true));
                            door.tell(new Message.Bye(welcome.session(), ESCAPE + "\nerror: fine"));
                        }
                        return Behaviors.same();
                    }),
                    Host.NODE);
            door.tell(hello(other.address().toString(), "node"));

            logs.await("node leaves: \\u001b[2J\\u000aerror: fine", 1);
        }
    }

    @Test
    void shouldShowWhatNodesSayEscaped() throws Exception {
        try (ClusterRollouts learner = learner(site(), Secret.NONE);
                Host host = new Host(NodeThreads.ANY, Optional.empty(), line -> {})) {
            CompletableFuture<Message> come = new CompletableFuture<>();
            var door = host.at(learner.address(), Host.LEARNER);
            host.start(
                    Behaviors.receiveMessage(message -> {
                        if (message instanceof Message.Welcome welcome) {
                            door.tell(new Message.Unable(welcome.session(), ESCAPE + "\nerror: fine"));
                            come.complete(welcome);
                        }
                        return Behaviors.same();
                    }),
                    Host.NODE);
            door.tell(hello(host.address().toString(), ESCAPE + "node"));

            come.get();
            logs.await("cannot take part", 1);
            assertEquals(
                    "\\u001b[2Jnode cannot take part: \\u001b[2J\\u000aerror: fine",
                    logs.lines().get(0));
        }
    }
}

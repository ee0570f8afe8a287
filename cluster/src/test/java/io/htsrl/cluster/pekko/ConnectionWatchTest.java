package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.security.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(1800)
class ConnectionWatchTest {
    private final BlockingQueue<Long> ended = new LinkedBlockingQueue<>();
    private static final Host HOST = new Host(NodeThreads.ANY, Optional.empty(), line -> {});

    private final ConnectionWatch watch = new ConnectionWatch(HOST.system, ended::add);

    @AfterAll
    static void end() {
        HOST.close();
    }

    @AfterEach
    void close() {
        watch.close();
    }

    private static ServerSocket server() throws IOException {
        ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        server.setSoTimeout(60_000);
        return server;
    }

    private static HostPort address(ServerSocket server) {
        return new HostPort("127.0.0.1", server.getLocalPort());
    }

    @Test
    void shouldHearOfAProcessThatHasEnded() throws Exception {
        try (ServerSocket ending = server();
                ServerSocket staying = server()) {
            watch.watch(1, address(ending));
            watch.watch(2, address(staying));
            Socket held = ending.accept();

            try (Socket stays = staying.accept()) {
                ending.close();
                held.close();
                assertEquals(1, ended.take());
                assertFalse(stays.isClosed());
            }
        }
    }

    /** The reset may come before the check for a connection. */
    @RepeatedTest(50)
    void shouldNotTakeALostConnectionForTheEndOfAProcess() throws Exception {
        try (ServerSocket server = server()) {
            watch.watch(7, address(server));
            Socket first = server.accept();
            first.setSoLinger(true, 0); // a reset
            first.close();

            Socket second = server.accept();

            assertEquals(0, ended.size(), "it listens still");
            server.close();
            second.close();
            assertEquals(7, ended.take());
        }
    }

    private static boolean isEnded(Socket held) throws IOException {
        try {
            return held.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // a reset: it was closed while it was made
        }
    }

    @Test
    void shouldLetGoOfWhatItIsToForget() throws Exception {
        try (ServerSocket server = server()) {
            watch.watch(3, address(server));
            try (Socket held = server.accept()) {

                watch.forget(3);

                assertTrue(isEnded(held), "the connection is closed");
            }
            watch.watch(4, address(server));
            Socket last = server.accept();
            server.close();
            last.close();
            assertEquals(4, ended.take(), "and 3 is not heard of");
        }
    }
}

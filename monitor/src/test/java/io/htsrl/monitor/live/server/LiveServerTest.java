package io.htsrl.monitor.live.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveServerTest {
    private final EventHub hub = new EventHub();
    private final AtomicInteger pressed = new AtomicInteger();
    private final Token token = Token.create();
    private final LiveServer server = LiveServer.open(
            new Address(Address.LOOPBACK, 0),
            "--live",
            new LiveServer.Site(
                    Map.of("/", new LiveServer.Asset("text/html", "page".getBytes(StandardCharsets.UTF_8))),
                    Map.of("/made", LiveServerTest::made),
                    this::join,
                    token,
                    Map.of("stop", () -> "stopping " + pressed.incrementAndGet())));

    private static Optional<LiveServer.Asset> made(String query) {
        return Optional.ofNullable(query)
                .map(text -> new LiveServer.Asset("text/x-made", text.getBytes(StandardCharsets.UTF_8)));
    }

    /** As a feed does: not while something is sent. */
    private synchronized PageStream join(String last) {
        return hub.join(last, page -> page.accept("history", "{}"));
    }

    private synchronized void send(String json) {
        hub.send("points", json);
    }

    @AfterEach
    void close() {
        hub.finish(); // or closing waits for the pages' threads
        server.close();
    }

    private int port() {
        return URI.create(server.url()).getPort();
    }

    private RawClient client() throws IOException {
        return new RawClient(server.url());
    }

    private int statusOf(String... lines) throws IOException {
        try (RawClient client = client()) {
            return client.send(lines).status();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/nothing", "/stop"})
    void shouldForbidTheBrowserWhatThePageDoesNotNeed(String path) throws IOException {
        try (RawClient client = client()) {
            Map<String, String> head = client.get(path).head();

            String policy = head.get("content-security-policy");
            assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), policy);
            assertFalse(policy.contains("unsafe"), policy);
            assertTrue(policy.contains("frame-ancestors 'none'"), policy);
            assertEquals("nosniff", head.get("x-content-type-options"));
            assertEquals("no-referrer", head.get("referrer-policy"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example:%d", "127.0.0.1", "127.0.0.1:1", "10.0.0.1:%d", "localhost.evil:%d", ""})
    void shouldRefuseAPageOfAnotherHost(String host) throws IOException {
        assertEquals(403, statusOf("GET / HTTP/1.1", "Host: " + String.format(host, port())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:%d", "localhost:%d", "LOCALHOST:%d", "[::1]:%d"})
    void shouldServeItsOwnHost(String host) throws IOException {
        assertEquals(200, statusOf("GET / HTTP/1.1", "Host: " + String.format(host, port())));
    }

    @Test
    void shouldMakeWhatAQueryAsksFor() throws IOException {
        try (RawClient client = client()) {
            Map<String, String> head = client.get("/made?text=a%20b").head();
            assertEquals("200", head.get(""));
            assertEquals("text/x-made", head.get("content-type"));
            assertEquals("no-store", head.get("cache-control"));
            assertEquals("8", head.get("content-length"));
        }
        try (RawClient client = client()) {
            assertEquals(204, client.get("/made").status());
        }
    }

    @Test
    void shouldRefuseARequestWithoutOrWithTwoHosts() throws IOException {
        String own = "Host: 127.0.0.1:" + port();

        assertEquals(403, statusOf("GET / HTTP/1.0"));
        assertEquals(403, statusOf("GET / HTTP/1.1", own, "Host: evil.example"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../config.yaml", "/%2e%2e/config.yaml", "//etc/passwd", "/page/", "/index.html/..", "/x"})
    void shouldServeNothingButThePage(String path) throws IOException {
        try (RawClient client = client()) {
            assertEquals(404, client.get(path).status());
        }
    }

    @Test
    void shouldTakeNoOtherMethodsAndNothingLong() throws IOException {
        String own = "Host: 127.0.0.1:" + port();

        assertEquals(405, statusOf("PUT / HTTP/1.1", own));
        assertEquals(405, statusOf("DELETE / HTTP/1.1", own));
        assertEquals(414, statusOf("GET /" + "x".repeat(2000) + " HTTP/1.1", own));
        assertEquals(413, statusOf("POST /stop HTTP/1.1", own, "Content-Length: 5", "", "hello"));
        assertEquals(413, statusOf("POST /stop HTTP/1.1", own, "Transfer-Encoding: chunked", "", "0", ""));
    }

    @Test
    void shouldPressAButtonForTheTokenAlone() throws IOException {
        String own = "Host: 127.0.0.1:" + port();
        String right = "X-Hts-Token: " + token.text();

        assertEquals(403, statusOf("POST /stop HTTP/1.1", own));
        assertEquals(403, statusOf("POST /stop HTTP/1.1", own, "X-Hts-Token:"));
        assertEquals(403, statusOf("POST /stop HTTP/1.1", own, right + "0"));
        assertEquals(404, statusOf("POST /else HTTP/1.1", own, right));
        assertEquals(404, statusOf("GET /stop HTTP/1.1", own, right));
        assertEquals(0, pressed.get());

        assertEquals(200, statusOf("POST /stop HTTP/1.1", own, right));
        assertEquals(1, pressed.get());
    }

    @Test
    void shouldSayThatAPortIsTaken() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> LiveServer.open(
                        new Address(Address.LOOPBACK, port()),
                        "--live",
                        new LiveServer.Site(Map.of(), Map.of(), this::join, token, Map.of())));

        assertEquals(1, refused.violations().size());
        assertEquals("--live", refused.violations().get(0).setting());
        assertEquals(port(), refused.violations().get(0).value());
    }

    @Test
    void shouldRefuseAHostThatIsNotOfThisMachine() {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> LiveServer.open(
                        new Address("no such host", 0),
                        "--live",
                        new LiveServer.Site(Map.of(), Map.of(), this::join, token, Map.of())));

        assertEquals("--live-host", refused.violations().get(0).setting());
    }

    @Test
    void shouldTellAPageTheHistoryAndThenWhatFollows() throws IOException {
        try (RawClient page = client()) {
            page.get("/events");
            assertEquals("text/event-stream", page.head().get("content-type"));
            assertEquals("event: begin", page.line("event"));
            assertEquals("event: history", page.line("event"));
            assertEquals("event: caught-up", page.line("event"));
            send("{\"n\":1}");
            assertEquals("event: points", page.line("event"));
            assertEquals("data: {\"n\":1}", page.line("data"));
        }
    }

    @Test
    void shouldTellAPageThatComesBackWhatItHasMissed() throws IOException {
        String id;
        try (RawClient page = client()) {
            page.get("/events").line("event: caught-up");
            send("{\"n\":1}");
            id = page.line("id: ").substring("id: ".length());
        }
        send("{\"n\":2}");
        send("{\"n\":3}");
        try (RawClient page = client()) {
            page.get("/events", "Last-Event-ID: " + id).line("event: points");
            assertEquals("data: {\"n\":2}", page.line("data"));
            assertEquals("data: {\"n\":3}", page.line("data"));
        }
        try (RawClient page = client()) {
            page.get("/events", "Last-Event-ID: of-another-server-7");
            assertEquals("event: begin", page.line("event"));
        }
    }

    @Test
    void shouldTellAPageThatComesBackTooLateEverythingAnew() throws IOException {
        String id;
        try (RawClient page = client()) {
            page.get("/events").line("event: caught-up");
            send("{}");
            id = page.line("id: ").substring("id: ".length());
        }
        for (int i = 0; i < 2000; i++) {
            send("{}");
        }
        try (RawClient page = client()) {
            page.get("/events", "Last-Event-ID: " + id);
            assertEquals("event: begin", page.line("event"));
        }
    }

    @Test
    void shouldServeTwentyPages() throws IOException {
        RawClient[] pages = new RawClient[20];
        try {
            for (int i = 0; i < pages.length; i++) {
                pages[i] = client();
                pages[i].get("/events").line("event: caught-up");
            }
            for (int n = 0; n < 50; n++) {
                send("{\"n\":" + n + "}");
            }
            for (RawClient page : pages) {
                for (int n = 0; n < 50; n++) {
                    assertEquals("data: {\"n\":" + n + "}", page.line("data: {\"n"));
                }
            }
        } finally {
            for (RawClient page : pages) {
                page.close();
            }
        }
    }

    @Test
    void shouldRefuseMorePagesThanItHasRoomForAndServeTheRest() throws IOException {
        RawClient[] pages = new RawClient[LiveServer.PAGES];
        try {
            for (int i = 0; i < pages.length; i++) {
                pages[i] = client();
                pages[i].get("/events").line("event: caught-up");
            }
            try (RawClient one = client()) {
                assertEquals(503, one.get("/events").status());
            }
            try (RawClient one = client()) {
                assertEquals(200, one.get("/").status());
            }
        } finally {
            for (RawClient page : pages) {
                page.close();
            }
        }
    }

    @Test
    void shouldCutOffTheOldestHalfRequestForANewVisitor() throws IOException {
        List<RawClient> halves = new ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) {
                halves.add(client().part("GET / HTTP/1.1\r\nHost: "));
            }
            try (RawClient visitor = client()) {
                assertEquals(200, visitor.get("/").status());
            }
            assertEquals(200, halves.get(59).send("127.0.0.1:" + port()).status(), "nobody came for whom it had to go");
        } finally {
            for (RawClient half : halves) {
                half.close();
            }
        }
    }

    @Test
    void shouldDropAPageThatHangsAndGoOnWithTheOthers() throws IOException {
        String large = "{\"text\":\"" + "x".repeat(1 << 20) + "\"}";
        try (RawClient hanging = client();
                RawClient reading = client()) {
            hanging.get("/events").line("event: caught-up");
            reading.get("/events").line("event: caught-up");
            int sent = 0;
            while (hub.pages()
                    == 2) { // the first never reads again: its connection takes no more than its buffers hold
                send(large);
                sent++;
                assertNotNull(reading.line("data: {\"text"));
                assertTrue(sent < 1000, "it was never dropped");
            }
            send("{\"last\":1}");
            assertEquals("data: {\"last\":1}", reading.line("data: {\"last"));
        }
    }

    @Test
    void shouldEndThePagesConnectionsWhenItIsClosed() throws IOException {
        try (RawClient page = client()) {
            page.get("/events").line("event: caught-up");
            synchronized (this) {
                hub.send("points", "{\"n\":9}");
                hub.finish();
            }
            server.close();

            assertEquals("data: {\"n\":9}", page.line("data: {\"n"));
            assertNull(page.line("data"));
        }
    }
}

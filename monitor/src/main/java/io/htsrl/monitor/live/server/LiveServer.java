package io.htsrl.monitor.live.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Serves a page: its files, its stream of events and its buttons. The path of a request never names a file of the disk.
 * It is the JDK's own server, since a handful of pages needs no framework and no further dependency. Its {@link
 * RequestThreads} are as many as the pages allowed and a few more, and no other thread waits for them.
 */
public final class LiveServer implements Closeable {
    /** Maximum number of open pages. */
    public static final int PAGES = 32;

    private static final int OTHER_THREADS = 4;
    private static final int NOTHING_YET = 204;
    private static final String EVENTS = "/events";
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final HttpServer server;
    private final RequestGuard guard;
    private final Site site;
    private final RequestThreads threads = new RequestThreads(PAGES + OTHER_THREADS);
    private final AtomicInteger pages = new AtomicInteger();
    private final String url;

    /**
     * Content of the server.
     *
     * @param assets  files by path, including {@code /}
     * @param made    functions by path, from a query, which may be null, to an answer, which may be empty; any thread
     * @param joining connects a page, given the number of the last event that it has, or null; any thread
     * @param token   token that buttons require
     * @param buttons actions by name
     */
    public record Site(
            Map<String, Asset> assets,
            Map<String, Function<String, Optional<Asset>>> made,
            Function<String, PageStream> joining,
            Token token,
            Map<String, Supplier<String>> buttons) {}

    private LiveServer(HttpServer server, Address address, Site site) {
        this.server = server;
        this.site = site;
        InetSocketAddress bound = server.getAddress();
        this.guard = new RequestGuard(bound.getAddress(), address.host(), bound.getPort());
        this.url = "http://" + shown(bound, address) + ":" + bound.getPort() + "/";
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * Serves {@code site} until it is closed.
     *
     * @param setting name of the port's setting, for the message that the port is taken
     * @throws io.htsrl.core.error.ConfigurationException when it cannot be served there
     */
    public static LiveServer open(Address address, String setting, Site site) {
        limit("sun.net.httpserver.maxReqTime", "10"); // seconds for a request to arrive
        limit("sun.net.httpserver.maxReqHeaders", "64");
        limit("sun.net.httpserver.nodelay", "true");
        InetSocketAddress socket = address.socket();
        try {
            return new LiveServer(HttpServer.create(socket, PAGES), address, site);
        } catch (BindException e) {
            throw address.refused(setting, e.getMessage());
        } catch (IOException e) {
            throw address.refused(setting, String.valueOf(e));
        }
    }

    /** Sets a limit of the JDK's server, which reads its limits once, from system properties. */
    private static void limit(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static String shown(InetSocketAddress bound, Address address) {
        if (bound.getAddress().isAnyLocalAddress()) {
            return Address.LOOPBACK;
        }
        return address.host().contains(":") ? "[" + address.host() + "]" : address.host();
    }

    /** Returns the URL for a browser of this machine. */
    public String url() {
        return url;
    }

    private void handle(HttpExchange exchange) throws IOException {
        threads.arrived();
        try (exchange) {
            RequestGuard.protect(exchange.getResponseHeaders());
            RequestGuard.Refusal refusal = guard.refusal(exchange);
            if (refusal != null) {
                answer(exchange, refusal.status(), PLAIN, bytes(refusal.text()));
                return;
            }
            switch (exchange.getRequestMethod()) {
                case "GET" -> get(exchange, exchange.getRequestURI().getPath());
                case "POST" -> press(exchange, exchange.getRequestURI().getPath());
                default -> {
                    exchange.getResponseHeaders().set("Allow", "GET, POST");
                    answer(exchange, 405, PLAIN, bytes("only GET, and POST for the buttons"));
                }
            }
        }
    }

    private void get(HttpExchange exchange, String path) throws IOException {
        Asset asset = site.assets().get(path);
        Function<String, Optional<Asset>> making = site.made().get(path);
        if (path.equals(EVENTS)) {
            stream(exchange);
        } else if (making != null) {
            Optional<Asset> made = making.apply(exchange.getRequestURI().getQuery());
            answer(
                    exchange,
                    made.isPresent() ? 200 : NOTHING_YET,
                    made.map(Asset::type).orElse(PLAIN),
                    made.map(Asset::bytes).orElse(new byte[0]));
        } else if (asset != null) {
            answer(exchange, 200, asset.type(), asset.bytes());
        } else {
            answer(exchange, 404, PLAIN, bytes("there is no such page"));
        }
    }

    private void stream(HttpExchange exchange) throws IOException {
        if (pages.incrementAndGet() > PAGES) {
            pages.decrementAndGet();
            answer(exchange, 503, PLAIN, bytes(PAGES + " pages are open already: close one"));
            return;
        }
        try (PageStream page = site.joining().apply(exchange.getRequestHeaders().getFirst("Last-Event-ID"))) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            page.send(exchange.getResponseBody());
        } finally {
            pages.decrementAndGet();
        }
    }

    private void press(HttpExchange exchange, String path) throws IOException {
        Supplier<String> button = site.buttons().get(path.substring(1));
        if (button == null) {
            answer(exchange, 404, PLAIN, bytes("there is no such button"));
        } else if (!site.token().is(exchange.getRequestHeaders().getFirst("X-Hts-Token"))) {
            answer(exchange, 403, PLAIN, bytes("the token is not the one that the terminal shows"));
        } else {
            answer(exchange, 200, PLAIN, bytes(button.get()));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(content);
        }
    }

    /** Ends all connections. Requests in progress have half a second to end; later they are cut off. */
    @Override
    public void close() {
        threads.close();
        server.stop(0);
        threads.cutOff();
    }
}

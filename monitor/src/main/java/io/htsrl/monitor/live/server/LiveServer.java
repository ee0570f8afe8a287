package io.htsrl.monitor.live.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.htsrl.core.service.Resources;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Serves a page: its files, its stream of events and its buttons. The path of a request never names a file of the disk.
 * It is the JDK's own server, since a handful of pages needs no framework and no further dependency. Its
 * {@link RequestThreads} are as many as the pages allowed and a few more, and no other thread waits for them.
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
     * @param assets files by path, including {@code /}
     * @param made functions by path, from a query, which may be null, to an answer, which may be empty; any thread
     * @param joining connects a page, given the number of the last event that it has, or null; any thread
     * @param token token that buttons require
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

    /**
     * Checks every request, and sets the headers of every answer. A page of another origin, whose name was redirected
     * to this address (DNS rebinding), still sends its own name in {@code Host}. So only names of this server and plain
     * addresses, which no name service redirects, are accepted. Immutable, any thread.
     */
    private static final class RequestGuard {
        static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        private static final int LONGEST_URL = 1024;
        private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.%]+]");

        private final Set<String> names = new HashSet<>(Set.of("localhost"));
        private final int port;
        private final boolean loopback;

        /** @param port the server's port */
        RequestGuard(InetAddress bound, String host, int port) {
            this.port = port;
            this.loopback = bound.isLoopbackAddress();
            names.add(host.toLowerCase(Locale.ROOT));
            if (!loopback) {
                try {
                    names.add(InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT));
                } catch (UnknownHostException e) {
                    // the address has no name
                }
            }
        }

        /** Adds the headers of every answer. */
        static void protect(Headers headers) {
            headers.set("Content-Security-Policy", POLICY);
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set("Cross-Origin-Opener-Policy", "same-origin");
            headers.set("Cache-Control", "no-store");
        }

        /** Returns the refusal of a request; null where it is accepted. */
        Refusal refusal(HttpExchange exchange) {
            List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
            if (hosts.size() != 1 || !isOurs(hosts.get(0).toLowerCase(Locale.ROOT))) {
                return new Refusal(403, "this is not the Host of the page: open the URL that the terminal shows");
            }
            if (exchange.getRequestURI().toString().length() > LONGEST_URL) {
                return new Refusal(414, "the URL is too long");
            }
            List<String> lengths = exchange.getRequestHeaders().getOrDefault("Content-Length", List.of());
            boolean empty = lengths.isEmpty() || lengths.equals(List.of("0"));
            if (!empty || exchange.getRequestHeaders().containsKey("Transfer-Encoding")) {
                return new Refusal(413, "requests have no body here");
            }
            return null;
        }

        private boolean isOurs(String host) {
            int colon = host.lastIndexOf(':');
            boolean hasPort = colon > host.lastIndexOf(']');
            String name = hasPort ? host.substring(0, colon) : host;
            String itsPort = hasPort ? host.substring(colon + 1) : "80";
            return itsPort.equals(Integer.toString(port)) && (names.contains(name) || isAddress(name));
        }

        private boolean isAddress(String name) {
            return loopback
                    ? name.equals("127.0.0.1") || name.equals("[::1]")
                    : ADDRESS.matcher(name).matches();
        }

        /**
         * A refusal.
         *
         * @param status HTTP status
         */
        record Refusal(int status, String text) {}
    }

    /**
     * A file of the page, from this program's jars. Immutable by use.
     *
     * @param type MIME type of its content
     * @param bytes its content
     */
    public record Asset(String type, byte[] bytes) {
        private static final Map<String, String> TYPES = Map.of(
                "html", "text/html; charset=utf-8",
                "css", "text/css; charset=utf-8",
                "js", "text/javascript; charset=utf-8",
                "svg", "image/svg+xml");

        /**
         * Reads a file.
         *
         * @param owner class with the class path that has it
         * @param resource name for {@link Class#getResourceAsStream}
         */
        public static Asset of(Class<?> owner, String resource) {
            String ending = resource.substring(resource.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
            return new Asset(TYPES.get(ending), Resources.bytes(owner, resource));
        }
    }
}

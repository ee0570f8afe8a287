package io.htsrl.monitor.live.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Checks every request, and sets the headers of every answer. A page of another origin, whose name was redirected to
 * this address (DNS rebinding), still sends its own name in {@code Host}. So only names of this server and plain
 * addresses, which no name service redirects, are accepted. Immutable, any thread.
 */
final class RequestGuard {
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

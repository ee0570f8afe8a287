package io.htsrl.cluster.security;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address, such as {@code 10.0.0.1:25520} or {@code [fd00::2]:25520}. Immutable.
 *
 * @param port 0 for any free one
 */
public record HostPort(String host, int port) {
    /** What {@code --bind} and {@code --join} must be. */
    public static final String RULE = "must be HOST:PORT, where an IPv6 address has brackets";

    private static final Pattern ADDRESS =
            Pattern.compile("([A-Za-z0-9._-]{1,255}|\\[[A-Za-z0-9._:%-]{2,253}])(?::([0-9]{1,5}))?");
    private static final String LOOPBACK = "localhost|127(\\.\\d{1,3}){3}|\\[?::1]?";

    /** Parses an address; empty where the text is none. */
    public static Optional<HostPort> of(String text) {
        Matcher address = ADDRESS.matcher(text);
        if (!address.matches()) {
            return Optional.empty();
        }
        int port = address.group(2) == null ? 0 : Integer.parseInt(address.group(2));
        return port < 1 << 16 ? Optional.of(new HostPort(address.group(1), port)) : Optional.empty();
    }

    /** Returns the address from which this machine reaches this one, with any free port. */
    public HostPort seenFrom() {
        if (loopback()) {
            return new HostPort("127.0.0.1", 0);
        }
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(host, port)); // sends no packet
            return new HostPort(socket.getLocalAddress().getHostAddress(), 0);
        } catch (SocketException | RuntimeException e) {
            return new HostPort("127.0.0.1", 0);
        }
    }

    /** Returns whether only this machine reaches the address. */
    public boolean loopback() {
        InetAddress address = new InetSocketAddress(host, port).getAddress();
        return address != null && address.isLoopbackAddress();
    }

    /** Returns whether the text of the address is a loopback address; no name is looked up. */
    public boolean literallyLoopback() {
        return host.matches(LOOPBACK);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}

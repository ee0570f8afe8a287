package io.htsrl.cluster.door;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * An address, such as {@code 10.0.0.1:25520}. Immutable.
 *
 * @param port 0 for any free one
 */
public record HostPort(String host, int port) {
    private static final int HIGHEST = 65_535;

    /** Empty where a text is none. */
    public static Optional<HostPort> of(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = colon < 0 ? 0 : Integer.parseInt(text.substring(colon + 1));
            String host = colon < 0 ? text : text.substring(0, colon);
            return host.isEmpty() || port < 0 || port > HIGHEST
                    ? Optional.empty()
                    : Optional.of(new HostPort(host, port));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether this machine alone reaches it. */
    public boolean loopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}

package io.htsrl.monitor.live.server;

import io.htsrl.core.error.ConfigurationException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The address at which a page is served. Immutable.
 *
 * @param host name or address that the server is bound to; only this machine reaches {@link #LOOPBACK}
 * @param port port; 0 for any free one
 */
public record Address(String host, int port) {
    /** Address of this machine that only this machine reaches. */
    public static final String LOOPBACK = "127.0.0.1";

    /** The largest port; the smallest is 0. */
    public static final int HIGHEST_PORT = 65_535;

    /** Returns whether {@code port} is valid. */
    public static boolean isPort(int port) {
        return port >= 0 && port <= HIGHEST_PORT;
    }

    /** Returns the socket address to bind to. */
    InetSocketAddress socket() {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new ConfigurationException(
                    "--live-host",
                    host,
                    "must be a name or an address of this machine",
                    "leave it out for this machine alone, or give 0.0.0.0 for all its addresses");
        }
    }

    /** Returns the exception for an address that cannot be bound, with the system's {@code reason}. */
    ConfigurationException refused(String setting, String reason) {
        return new ConfigurationException(
                setting,
                port,
                "must be a port that is free at " + host + " (" + reason + ")",
                "give another, or leave it out for any free one");
    }
}

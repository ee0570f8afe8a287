package io.htsrl.monitor.live.server;

import io.htsrl.core.error.ConfigurationException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * The address at which a page is served. Immutable.
 *
 * @param host name or address that the server is bound to; this machine alone reaches {@link #LOOPBACK}
 * @param port 0 for any free one
 */
public record Address(String host, int port) {
    /** Of this machine, for this machine alone. */
    public static final String LOOPBACK = "127.0.0.1";

    /** Ports are in [0, this]. */
    public static final int HIGHEST_PORT = 65_535;

    /** Whether {@code port} is one. */
    public static boolean isPort(int port) {
        return port >= 0 && port <= HIGHEST_PORT;
    }

    /** To bind to. */
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

    /** That nothing can be bound to it, with the system's {@code reason}. */
    ConfigurationException refused(String setting, String reason) {
        return new ConfigurationException(
                setting,
                port,
                "must be a port that is free at " + host + " (" + reason + ")",
                "give another, or leave it out for any free one");
    }
}

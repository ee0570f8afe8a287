package io.htsrl.cluster.door;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;

/** Whether an address can be reached at all, before anything is said there. Stateless, any thread. */
public final class Reach {
    /**
     * How far it got. Immutable.
     *
     * @param address  that the name stands for; empty where it stands for none
     * @param millis   that the connection took
     * @param why      it was not reached; empty where it was
     * @param remedy   what to do about that
     */
    public record Result(String address, double millis, String why, String remedy) {
        public boolean reached() {
            return why.isEmpty();
        }
    }

    private Reach() {}

    /** Looks the name up, and connects. */
    public static Result to(HostPort address, Duration patience) {
        InetAddress found;
        try {
            found = InetAddress.getByName(address.host());
        } catch (UnknownHostException e) {
            return new Result(
                    "",
                    0,
                    "there is no host of the name " + address.host(),
                    "give the address that the learner prints, or a name that this machine knows");
        }
        long begin = System.nanoTime();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(found, address.port()), (int) patience.toMillis());
            return new Result(found.getHostAddress(), (System.nanoTime() - begin) / 1e6, "", "");
        } catch (ConnectException e) {
            return new Result(
                    found.getHostAddress(),
                    0,
                    "nobody listens at " + address + ": the connection is refused",
                    "start the learner first, with 'hts train ... --nodes N --bind HOST:PORT', and give --join the "
                            + "address that it prints");
        } catch (SocketTimeoutException e) {
            return new Result(
                    found.getHostAddress(),
                    0,
                    "no answer from " + address + " within " + patience.toSeconds() + " s",
                    "look whether a firewall drops it, and whether the machine is on");
        } catch (NoRouteToHostException e) {
            return new Result(
                    found.getHostAddress(),
                    0,
                    "there is no way to " + address + ": " + e.getMessage(),
                    "look at the networks of both machines");
        } catch (IOException e) {
            return new Result(
                    found.getHostAddress(),
                    0,
                    "cannot connect to " + address + ": " + e.getMessage(),
                    "look at the networks of both machines");
        }
    }
}

package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Stands before a process, and carries what others send to it, each over a cable of theirs. Pekko opens connections for
 * what it sends: the other direction goes through the relay of the other process. Two threads for each connection.
 */
final class Relay implements AutoCloseable {

    private final HostPort target;
    private final Function<InetAddress, Cable> cables;
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger(10_000 + (int) (ProcessHandle.current().pid() % 400) * 50);

    private final ServerSocket server;

    /**
     * A relay at any free port.
     *
     * @param target where it leads, whether anybody is there or not
     * @param cables what connects an address with it
     */
    Relay(HostPort target, Function<InetAddress, Cable> cables) throws IOException {
        this.target = target;
        this.cables = cables;
        this.server = new ServerSocket(0, 99, InetAddress.getLoopbackAddress());
        begin(this::accept);
    }

    /**
     * Returns a port of {@code host} that was free a moment ago. It lies below the ports that systems give to
     * connections, and in a part of this process, so that nobody else gets it by chance before it is bound.
     */
    static HostPort free(String host) throws IOException {
        while (true) {
            int port = NEXT_PORT.getAndIncrement();
            try (ServerSocket own = new ServerSocket(port, 1, InetAddress.getByName(host))) {
                return new HostPort(host, own.getLocalPort());
            } catch (BindException e) {
                // the next one, then
            }
        }
    }

    HostPort address() {
        return new HostPort("127.0.0.1", server.getLocalPort());
    }

    HostPort target() {
        return target;
    }

    private static void begin(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket from = server.accept();
                begin(() -> connect(from));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void connect(Socket from) {
        Cable cable = cables.apply(from.getInetAddress());
        try {
            Socket to = new Socket(target.host(), target.port());
            cable.carry(from);
            cable.carry(to);
            begin(() -> pump(from, to, cable));
            pump(to, from, new Cable()); // nothing is said there
        } catch (IOException e) {
            Cable.close(from);
        }
    }

    private static void pump(Socket from, Socket to, Cable cable) {
        byte[] buffer = new byte[16 << 10];
        long all = 0;
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                byte[] bytes = Arrays.copyOf(buffer, n);
                cable.damage(bytes, all);
                cable.pass(n);
                out.write(bytes);
                all += n;
            }
        } catch (IOException e) {
            // one end is closed: so is the other
        } finally {
            Cable.close(from);
            Cable.close(to);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}

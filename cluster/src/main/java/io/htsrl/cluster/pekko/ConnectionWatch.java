package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.HostPort;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.stream.KillSwitches;
import org.apache.pekko.stream.SharedKillSwitch;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.apache.pekko.stream.javadsl.Tcp;
import org.apache.pekko.util.ByteString;

/**
 * Holds an idle connection to each of its addresses. Where one is closed and a new one is refused, the process at the
 * address has certainly ended. Where a new one succeeds, only the connection was lost. Other errors say nothing. Any
 * thread may call.
 */
final class ConnectionWatch implements AutoCloseable {
    /**
     * Number of connections after which an address is no longer watched. A proxy, for example, accepts and closes each.
     */
    private static final int MOST_CONNECTIONS = 4;

    private final ActorSystem<?> system;
    private final LongConsumer ended;
    private final Map<Long, SharedKillSwitch> all = new ConcurrentHashMap<>();

    /**
     * @param ended receives, once each and on any thread, the numbers of addresses at which no process listens any more
     */
    ConnectionWatch(ActorSystem<?> system, LongConsumer ended) {
        this.system = system;
        this.ended = ended;
    }

    /** Watches an address, under a unique number. */
    void watch(long id, HostPort address) {
        SharedKillSwitch held = KillSwitches.shared("watch");
        all.put(id, held);
        connect(id, new InetSocketAddress(address.host(), address.port()), held, MOST_CONNECTIONS);
    }

    private void connect(long id, InetSocketAddress to, SharedKillSwitch held, int left) {
        if (left == 0 || all.get(id) != held) {
            all.remove(id, held);
            return;
        }
        Source.<ByteString>maybe()
                .via(held.flow())
                .via(Tcp.get(system)
                        .outgoingConnection(to, Optional.empty(), List.of(), false, Optional.empty(), Optional.empty()))
                .runWith(Sink.ignore(), system)
                .whenComplete((done, why) -> {
                    boolean refused =
                            why != null && String.valueOf(why.getMessage()).contains("Connection refused");
                    if (!refused) { // closed, or an error that says nothing, such as a reset
                        connect(id, to, held, left - 1);
                    } else if (all.remove(id, held)) {
                        ended.accept(id);
                    }
                });
    }

    /** Stops watching an address, without a report. */
    void forget(long id) {
        Optional.ofNullable(all.remove(id)).ifPresent(SharedKillSwitch::shutdown);
    }

    @Override
    public void close() {
        all.keySet().forEach(this::forget);
    }
}

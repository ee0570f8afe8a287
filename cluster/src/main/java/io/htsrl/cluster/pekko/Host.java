package io.htsrl.cluster.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.htsrl.cluster.security.HostPort;
import io.htsrl.cluster.security.Tls;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.actor.ActorCell;
import org.apache.pekko.actor.ActorContext;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import org.apache.pekko.stream.impl.FanIn;
import org.apache.pekko.stream.impl.io.TLSActor;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Pekko in this process: named actors and an address. Made, used and closed by any one thread.
 *
 * <p>Without TLS, any process that reaches the address can speak to Pekko itself. {@code cluster.conf} admits only
 * hts-rl's messages, and each is checked on arrival. Pekko's handshakes cannot be checked: Pekko answers at the address
 * that a handshake names. So a process without TLS is for loopback only, and {@link Tls#by} gives TLS wherever a secret
 * exists.
 */
public final class Host implements AutoCloseable {
    static final String LEARNER = "learner";
    static final String NODE = "node";
    private static final String SYSTEM = "hts";
    /**
     * Time limit for the end. A node that joins again needs its port, so a busy machine must have the time to free it.
     */
    private static final Duration END = Duration.ofSeconds(30);

    final ActorSystem<Void> system;
    final boolean encrypted;

    /** Starts serving at the address of {@code --bind}; see the other constructor. */
    public Host(HostPort bind, Optional<Tls> tls, Consumer<String> refusals) {
        this(bind, bind, tls, refusals);
    }

    /**
     * Starts serving. Behind address translation, others may reach this process at another address than the one at
     * which it listens and from which it connects.
     *
     * @param reached address at which others reach this process
     * @param refusals receives messages about machines whose certificates are not trusted
     * @throws ConfigurationException when the address cannot be served
     */
    Host(HostPort reached, HostPort bind, Optional<Tls> tls, Consumer<String> refusals) {
        encrypted = tls.isPresent();
        Consumer<String> lines = ShownText.lines(refusals);
        LoggerFactory.getILoggerFactory(); // before several threads of Pekko request it at once
        try {
            Map<String, Object> at = new HashMap<>(Map.of("canonical.hostname", reached.host()));
            at.put("canonical.port", reached.port());
            at.put("transport", tls.isPresent() ? "tls-tcp" : "tcp");
            if (!reached.equals(bind)) {
                at.putAll(Map.of("bind.hostname", bind.host(), "bind.port", bind.port()));
                at.put("advanced.tcp.outbound-client-hostname", bind.host());
            }
            Config address = ConfigFactory.parseMap(at).atPath("pekko.remote.artery");
            Config shipped = ConfigFactory.parseResources(Host.class, "cluster.conf");
            Config pekko = ConfigFactory.defaultReferenceUnresolved(Host.class.getClassLoader());
            Config all = address.withFallback(shipped).withFallback(pekko).resolve();
            ActorSystemSetup setup = ActorSystemSetup.create(BootstrapSetup.create(all));
            if (tls.isPresent()) {
                setup = setup.withSetup(SSLEngineProviderSetup.create(any -> new TlsEngines(tls.get(), lines)));
            }
            system = ActorSystem.create(Behaviors.empty(), SYSTEM, setup);
        } catch (RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            String rule = "must be an address of this machine that is free: " + cause.getMessage();
            throw new ConfigurationException("--bind", bind, rule, "give a host of this machine, and port 0 for any");
        }
    }

    <T> ActorRef<T> start(Behavior<T> behavior, String name) {
        return system.systemActorOf(behavior, name, Props.empty());
    }

    /** Returns the address at which this process is reached. */
    HostPort address() {
        Address own = system.address();
        return new HostPort(own.getHost().get(), own.getPort().get());
    }

    /** Returns a reference to the actor of that name at an address, whether it exists or not. */
    ActorRef<Object> at(HostPort address, String name) {
        return ActorRefResolver.get(system)
                .resolveActorRef("pekko://" + SYSTEM + "@" + address.host() + ":" + address.port() + "/system/" + name);
    }

    @Override
    public void close() {
        system.terminate();
        try {
            system.getWhenTerminated().toCompletableFuture().get(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // the program ends with System.exit
        }
    }

    /**
     * Gives Pekko's connections their TLS; handshakes decide which peers are trusted. A connection takes 95 KB of the
     * heap before it is trusted. So the number of connections with an unfinished handshake is limited, and one more
     * closes the oldest of them. Any thread.
     */
    static final class TlsEngines implements SSLEngineProvider {
        static final int MOST_UNPROVEN = 512;

        private final Tls tls;
        private final SSLContext context;
        private final Deque<Unproven> unproven = new ArrayDeque<>(); // guarded by this; oldest first, may have finished

        /**
         * A connection with an unfinished handshake. {@code stream} is Pekko's actor of the connection, null outside of
         * Pekko.
         */
        private record Unproven(WeakReference<SSLEngine> engine, org.apache.pekko.actor.ActorRef stream) {
            boolean isOver() {
                SSLEngine open = engine.get();
                return open == null
                        || open.isInboundDone()
                        || open.isOutboundDone()
                        || !"NONE".equals(open.getSession().getProtocol()) /* before the end of a handshake */;
            }

            /**
             * Ends the engine at its next byte; the actor closes the connection at once, as when the other side is
             * lost.
             */
            void close() {
                SSLEngine open = engine.get();
                if (open != null) {
                    open.closeOutbound();
                }
                if (stream != null) {
                    IOException why = new IOException("a connection that has proven nothing is closed for newer ones");
                    stream.tell(
                            new FanIn.OnError(TLSActor.TransportIn(), why), org.apache.pekko.actor.ActorRef.noSender());
                }
            }
        }

        TlsEngines(Tls tls, Consumer<String> refusals) {
            this.tls = tls;
            this.context = tls.context(refusals);
        }

        @Override
        public synchronized SSLEngine createServerSSLEngine(String host, int port) {
            if (unproven.size() >= MOST_UNPROVEN) {
                unproven.removeIf(Unproven::isOver);
            }
            if (unproven.size() >= MOST_UNPROVEN) {
                unproven.removeFirst().close();
            }
            SSLEngine engine = tls.engine(context, host, port, false);
            unproven.addLast(new Unproven(new WeakReference<>(engine), caller()));
            return engine;
        }

        /** Returns Pekko's actor whose constructor calls this, which has the connection. Null where none exists. */
        private static org.apache.pekko.actor.ActorRef caller() {
            return CollectionConverters.asJava(ActorCell.contextStack().get()).stream()
                    .filter(Objects::nonNull) // above the caller's while its constructor runs
                    .map(ActorContext::self)
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public SSLEngine createClientSSLEngine(String host, int port) {
            return tls.engine(context, host, port, true);
        }

        @Override
        public Option<Throwable> verifyClientSession(String host, SSLSession session) {
            return Option.empty();
        }

        @Override
        public Option<Throwable> verifyServerSession(String host, SSLSession session) {
            return Option.empty();
        }
    }
}

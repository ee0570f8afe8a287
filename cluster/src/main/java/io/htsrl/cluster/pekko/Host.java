package io.htsrl.cluster.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Tls;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import org.slf4j.LoggerFactory;

/** Pekko in this process: one actor with a name and an address. Made, used and closed by any one thread. */
final class Host implements AutoCloseable {
    static final String LEARNER = "learner";
    static final String NODE = "node";
    /** The learner's actor of the replay memory, and below a node's actor the one that has its shards. */
    static final String REPLAY = "replay";

    static final String SHARDS = "shards";
    private static final String SYSTEM = "hts";
    private static final Duration END = Duration.ofSeconds(5);

    private final ActorSystem<Void> system;

    /** Without encryption. */
    Host(HostPort bind, String flag) {
        this(bind, bind, flag, Optional.empty(), line -> {});
    }

    /**
     * Serves from now on. Others may reach this process at another address than the one it listens at, and connects from:
     * behind a translation of addresses.
     *
     * @param seen     where others reach it
     * @param refusals hears of machines whose certificates are not believed
     * @throws ConfigurationException when nothing can be served there
     */
    Host(HostPort seen, HostPort bind, String flag, Optional<Tls> tls, Consumer<String> refusals) {
        LoggerFactory.getILoggerFactory(); // before threads of Pekko ask for it at once
        try {
            Config address = ConfigFactory.parseMap(Map.of(
                    "pekko.remote.artery.canonical.hostname",
                    seen.host(),
                    "pekko.remote.artery.canonical.port",
                    seen.port(),
                    "pekko.remote.artery.bind.hostname",
                    bind.host(),
                    "pekko.remote.artery.bind.port",
                    seen.equals(bind) ? "" : bind.port(),
                    "pekko.remote.artery.advanced.tcp.outbound-client-hostname",
                    seen.equals(bind) ? "" : bind.host(),
                    "pekko.remote.artery.transport",
                    tls.isPresent() ? "tls-tcp" : "tcp"));
            Config shipped = ConfigFactory.parseResources(Host.class, "cluster.conf");
            Config pekko = ConfigFactory.defaultReferenceUnresolved(Host.class.getClassLoader());
            Config all = address.withFallback(shipped).withFallback(pekko).resolve();
            ActorSystemSetup setup = ActorSystemSetup.create(BootstrapSetup.create(all));
            system = ActorSystem.create(
                    Behaviors.empty(),
                    SYSTEM,
                    tls.map(own -> setup.withSetup(
                                    SSLEngineProviderSetup.create(ignored -> new TlsEngines(own, refusals))))
                            .orElse(setup));
        } catch (RuntimeException e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw new ConfigurationException(new Violations()
                    .add(
                            flag,
                            bind,
                            "must be an address of this machine that is free: " + cause.getMessage(),
                            "give a host of this machine, and port 0 for any free one"));
        }
    }

    <T> ActorRef<T> start(Behavior<T> behavior, String name) {
        return system.systemActorOf(behavior, name, Props.empty());
    }

    /** Where this process is reached. */
    HostPort address() {
        Address own = Cluster.get(system).selfMember().address();
        return new HostPort(own.getHost().get(), own.getPort().get());
    }

    /** Where an actor of another process is reached. */
    static HostPort address(ActorRef<?> other) {
        Address address = other.path().address();
        return new HostPort(address.getHost().get(), address.getPort().get());
    }

    /** Becomes the first member of a cluster, of which it stays the oldest. */
    void beginCluster() {
        Cluster cluster = Cluster.get(system);
        cluster.manager().tell(Join.create(cluster.selfMember().address()));
    }

    /** Takes a member out of the cluster; one that is gone, or that has to join anew. */
    void down(ActorRef<?> member) {
        Cluster.get(system).manager().tell(new Down(member.path().address()));
    }

    /** The actor of that name at an address, whether it is there or not. */
    ActorRef<Object> at(HostPort address, String name) {
        return at(system, address, name);
    }

    /** The same for who is an actor. */
    static ActorRef<Object> at(ActorSystem<?> system, HostPort address, String name) {
        return ActorRefResolver.get(system)
                .resolveActorRef("pekko://" + SYSTEM + "@" + address.host() + ":" + address.port() + "/system/" + name);
    }

    /** The actor of that name that another one, elsewhere, has started. */
    static ActorRef<Object> below(ActorSystem<?> system, ActorRef<Object> other, String name) {
        ActorRefResolver resolver = ActorRefResolver.get(system);
        return resolver.resolveActorRef(resolver.toSerializationFormat(other) + "/" + name);
    }

    ActorSystem<Void> system() {
        return system;
    }

    static Address address(HostPort of) {
        return new Address("pekko", SYSTEM, of.host(), of.port());
    }

    @Override
    public void close() {
        system.terminate();
        try {
            system.getWhenTerminated().toCompletableFuture().get(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // its threads are daemons of a program that ends
        }
    }
}

package io.htsrl.cluster.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.htsrl.cluster.security.HostPort;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorIdentity;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Identify;
import org.apache.pekko.pattern.Patterns;

/** Somebody with a Pekko of his own, who knows an address and nothing else. One thread. */
final class Stranger implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String CONFIG = """
        pekko {
          loglevel = OFF
          stdout-loglevel = OFF
          log-dead-letters = off
          actor {
            provider = remote
            allow-java-serialization = off
            serializers.hts = "io.htsrl.cluster.pekko.Message$Serializer"
            serialization-bindings."io.htsrl.cluster.pekko.Message" = hts
          }
          remote.artery { canonical.hostname = "127.0.0.1", canonical.port = 0 }
        }
        """;

    private final ActorSystem system;

    Stranger() {
        Config pekko = ConfigFactory.defaultReferenceUnresolved(Stranger.class.getClassLoader());
        system = ActorSystem.create(
                "stranger",
                ConfigFactory.parseString(CONFIG).withFallback(pekko).resolve());
    }

    /** An actor of another process, whether it is there or not; {@code name} such as {@code system/learner}. */
    ActorRef at(HostPort address, String name) {
        String path = "pekko://hts@" + address + "/" + name;
        return ((ExtendedActorSystem) system).provider().resolveActorRef(path);
    }

    /** Says all that to an actor, and waits until all of it has come there; whether the actor is alive behind it. */
    boolean says(ActorRef to, Object... messages) throws Exception {
        for (Object message : messages) {
            to.tell(message, ActorRef.noSender());
        }
        ActorIdentity answer = (ActorIdentity)
                Patterns.ask(to, new Identify(""), LONG).toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS);
        return answer.getActorRef().isPresent();
    }

    /** Sends by a selection, which is not answered where none are taken. */
    void selects(HostPort address, String name, Object message) {
        system.actorSelection("pekko://hts@" + address + "/" + name).tell(message, ActorRef.noSender());
    }

    @Override
    public void close() {
        system.terminate();
    }
}

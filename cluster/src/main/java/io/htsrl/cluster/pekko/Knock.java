package io.htsrl.cluster.pekko;

import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.door.Identity;
import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.wire.Message;
import java.util.Optional;

/** One who knocks at a learner's door, and what is said there until the secret is known to both. Immutable, any thread. */
final class Knock {
    private final HostPort learner;
    private final String address;
    private final String name;
    private final Secret secret;
    private final byte[] nonce = Secret.nonce();

    /**
     * Somebody new.
     *
     * @param address where it is answered
     * @param name    for people
     */
    Knock(HostPort learner, String address, String name, Secret secret) {
        this.learner = learner;
        this.address = address;
        this.name = name;
        this.secret = secret;
    }

    Message.Hello hello() {
        return new Message.Hello(address, name, Identity.build(), nonce);
    }

    /** What proves the secret to a learner that has proven it; nothing for another one, {@link #stranger} says why. */
    Optional<Message.Answer> answer(Message.Challenge challenge) {
        return secret.isProof(Doorman.LEARNER, nonce, challenge.proof())
                ? Optional.of(new Message.Answer(address, secret.proof(Doorman.NODE, challenge.nonce())))
                : Optional.empty();
    }

    String stranger() {
        return "the learner at " + learner + " does not know the secret: give both sides the same --secret-file";
    }
}

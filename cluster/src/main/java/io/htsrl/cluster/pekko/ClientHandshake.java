package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.Identity;
import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.wire.Message;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A node's side of the handshake with a learner, until both have proven that they know the secret. A message of the
 * learner counts only with a proof by the secret and this side's nonce. Immutable, any thread.
 */
final class ClientHandshake {
    private static final byte[] NONE = {};
    private final String address;
    private final String name;
    private final Secret secret;
    private final byte[] nonce = Secret.nonce();

    /**
     * Begins a new handshake.
     *
     * @param address address for the learner's answers
     * @param name    name for the user
     */
    ClientHandshake(String address, String name, Secret secret) {
        this.address = address;
        this.name = name;
        this.secret = secret;
    }

    Message.Hello hello() {
        Message.Hello bare = new Message.Hello(address, name, Identity.build(), nonce, new byte[0]);
        return bare.with(proof(secret, ServerHandshake.NODE, nonce, bare));
    }

    /** Returns the proof of the secret for a learner that has proven it; empty for another one. */
    Optional<Message.Answer> answer(Message.Challenge challenge) {
        return secret.isProof(ServerHandshake.LEARNER, nonce, challenge.proof())
                ? Optional.of(new Message.Answer(address, secret.proof(ServerHandshake.NODE, challenge.nonce())))
                : Optional.empty();
    }

    /** Returns whether the welcome comes from the learner that this node contacted. */
    boolean welcomes(Message.Welcome welcome) {
        return isProof(secret, ServerHandshake.LEARNER, nonce, welcome);
    }

    /** Returns whether the refusal comes from the learner that this node contacted. */
    boolean refuses(Message.Refused refused) {
        return isProof(secret, ServerHandshake.LEARNER, nonce, refused);
    }

    /** @param nonce nonce of the handshake, drawn by the node */
    static byte[] proof(Secret secret, String side, byte[] nonce, Message.Proven message) {
        byte[] said = Message.CODEC.encode(message.with(NONE));
        return secret.proof(
                side,
                ByteBuffer.allocate(nonce.length + said.length)
                        .put(nonce)
                        .put(said)
                        .array());
    }

    static boolean isProof(Secret secret, String side, byte[] nonce, Message.Proven message) {
        return Secret.same(proof(secret, side, nonce, message), message.proof());
    }
}

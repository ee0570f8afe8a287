package io.htsrl.cluster.security;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What learner and nodes know, and nobody else. It never travels: who knows it proves so by a keyed digest (HMAC-SHA256).
 * Where there is one, every connection is TLS by a key that proves it ({@link Tls#by}): so all that Pekko itself sends is
 * encrypted and comes from who knows it, too. Immutable.
 */
public final class Secret {
    private static final int SHORTEST = 16;
    private static final int NONCE = 32;
    private static final String MAC = "HmacSHA256";
    /** Of those who listen to this machine alone, without {@code --secret-file}: everybody on it knows this one. */
    public static final Secret NONE = new Secret("none: loopback".getBytes(StandardCharsets.UTF_8));

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** @throws ConfigurationException when it cannot be read, or is too short to be one */
    public static Secret of(Optional<Path> file) {
        if (file.isEmpty()) {
            return NONE;
        }
        Path path = file.get();
        try {
            byte[] bytes = bytes(Files.readString(path));
            new Violations()
                    .check(
                            bytes.length >= SHORTEST,
                            "--secret-file",
                            path,
                            "must hold at least " + SHORTEST + " bytes, and holds " + bytes.length,
                            "make one with: head -c 32 /dev/urandom | base64 > " + path)
                    .throwIfAny();
            return new Secret(bytes);
        } catch (IOException e) {
            throw new ConfigurationException(new Violations()
                    .add(
                            "--secret-file",
                            path,
                            "must be a text file that can be read",
                            "make one with: head -c 32 /dev/urandom | base64 > " + path));
        }
    }

    /** A fresh one, for the processes that this one starts. */
    public static Secret drawn() {
        return of(HexFormat.of().formatHex(nonce()));
    }

    /** The one that {@link #line} has handed over. */
    public static Secret of(String line) {
        return new Secret(bytes(line));
    }

    private static byte[] bytes(String text) {
        return text.strip().getBytes(StandardCharsets.UTF_8);
    }

    /** As a line of text, for a process that was started by this one: through its input, never by its arguments. */
    public String line() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Bytes that nobody else has drawn. */
    public static byte[] nonce() {
        byte[] drawn = new byte[NONCE];
        new SecureRandom().nextBytes(drawn); // reaches no bit of a run
        return drawn;
    }

    /** That {@code side} knows it, to whoever has drawn {@code nonce}; with what it says behind it, that nobody changed that. */
    public byte[] proof(String side, byte[] nonce) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(bytes, MAC));
            mac.update(side.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(nonce);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + MAC, e);
        }
    }

    /** Whether that is such a proof; takes the same time whatever it is. */
    public boolean isProof(String side, byte[] nonce, byte[] proof) {
        return same(proof(side, nonce), proof);
    }

    /** Compares proofs; takes the same time wherever they differ. */
    public static boolean same(byte[] one, byte[] other) {
        return MessageDigest.isEqual(one, other);
    }
}

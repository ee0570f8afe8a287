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
 * The secret that learner and nodes share. It is never sent; each side proves that it knows it by a keyed digest
 * (HMAC-SHA256). With a secret, every connection is TLS by a key that proves it ({@link Tls#by}). So Pekko's own
 * messages are also encrypted and come from a process that knows the secret. Immutable.
 */
public final class Secret {
    private static final int SHORTEST = 16;
    /** Bytes of a nonce. */
    public static final int NONCE = 32;

    private static final String REMEDY = "make one with: head -c 32 /dev/urandom | base64 > ";
    private static final String MAC = "HmacSHA256";
    /**
     * Placeholder for processes that listen on loopback without {@code --secret-file}; any user of the machine knows
     * it.
     */
    public static final Secret NONE = new Secret("none: loopback".getBytes(StandardCharsets.UTF_8));

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** @throws ConfigurationException when it cannot be read, or is too short */
    public static Secret of(Optional<Path> file) {
        if (file.isEmpty()) {
            return NONE;
        }
        Path path = file.get();
        try {
            byte[] bytes = bytes(Files.readString(path));
            String rule = "must hold at least " + SHORTEST + " bytes, and holds " + bytes.length;
            Violations.require(bytes.length >= SHORTEST, "--secret-file", path, rule, REMEDY + path);
            return new Secret(bytes);
        } catch (IOException e) {
            throw new ConfigurationException(
                    "--secret-file", path, "must be a text file that can be read", REMEDY + path);
        }
    }

    /** Draws a new secret for the processes that this one starts. */
    public static Secret drawn() {
        return of(HexFormat.of().formatHex(nonce()));
    }

    /** Parses the result of {@link #line}. */
    public static Secret of(String line) {
        return new Secret(bytes(line));
    }

    private static byte[] bytes(String text) {
        return text.strip().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns the secret as a line of text for a process that this one started. It is passed through standard input,
     * never as an argument.
     */
    public String line() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Draws a nonce. */
    public static byte[] nonce() {
        byte[] drawn = new byte[NONCE];
        new SecureRandom().nextBytes(drawn); // affects no bit of a run
        return drawn;
    }

    /** Returns a proof that {@code side} knows the secret, by a keyed digest of its role and the part. */
    public byte[] proof(String side, byte[] part) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(bytes, MAC));
            mac.update(side.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(part);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + MAC, e);
        }
    }

    /** Compares proofs, in a time that does not depend on where they differ. */
    public static boolean same(byte[] one, byte[] other) {
        return MessageDigest.isEqual(one, other);
    }
}

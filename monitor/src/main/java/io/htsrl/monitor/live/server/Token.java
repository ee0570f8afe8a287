package io.htsrl.monitor.live.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The secret that a page needs for its buttons: printed in the terminal, never served. Immutable, any thread.
 *
 * @param text 128 random bits, hexadecimal
 */
public record Token(String text) {
    private static final int BYTES = 16;

    /** Creates a random token. */
    public static Token create() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(HexFormat.of().formatHex(bytes));
    }

    /** Returns whether {@code given} equals the token, in a time that does not depend on it; false for null. */
    boolean is(String given) {
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        return given != null && MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a text without the secret, since it may be logged by accident. */
    @Override
    public String toString() {
        return "token";
    }
}

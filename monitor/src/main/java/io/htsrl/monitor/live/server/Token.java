package io.htsrl.monitor.live.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The secret that a page needs to press a button: printed in the terminal, never served. Immutable, any thread.
 *
 * @param text 128 random bits, hexadecimal
 */
public record Token(String text) {
    private static final int BYTES = 16;

    /** A new one. */
    public static Token create() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(HexFormat.of().formatHex(bytes));
    }

    /** Whether {@code given} is it, in a time that does not tell how much of it is right; null is not. */
    boolean is(String given) {
        byte[] expected = text.getBytes(StandardCharsets.UTF_8);
        return given != null && MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8));
    }

    /** Nothing that reaches a log by accident. */
    @Override
    public String toString() {
        return "token";
    }
}

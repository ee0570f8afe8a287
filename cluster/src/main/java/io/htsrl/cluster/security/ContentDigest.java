package io.htsrl.cluster.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of columns and parameters, to compare copies from several nodes. Stateless, any thread. */
public final class ContentDigest {
    private ContentDigest() {}

    /** Returns the digest of all bytes. */
    public static byte[] of(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns the digest of a text, in hexadecimal digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(of(text.getBytes(StandardCharsets.UTF_8)));
    }
}

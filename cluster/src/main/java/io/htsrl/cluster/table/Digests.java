package io.htsrl.cluster.table;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Digests of columns, by which duplicates are compared. Stateless, any thread. */
final class Digests {
    private Digests() {}

    static byte[] of(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

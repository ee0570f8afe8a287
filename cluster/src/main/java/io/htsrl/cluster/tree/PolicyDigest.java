package io.htsrl.cluster.tree;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest of a parcel of parameters, by which those that came from another node are compared. Stateless, any thread. */
public final class PolicyDigest {
    private PolicyDigest() {}

    public static byte[] of(byte[] parcel) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(parcel);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}

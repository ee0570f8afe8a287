package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import java.time.Duration;
import java.util.Optional;

/**
 * Options of a learner for its nodes. Immutable.
 *
 * @param secret secret that both sides know
 * @param tls    certificates that encrypt connections; empty to encrypt by the secret, or not at all
 * @param lease  how long a node may be silent
 * @param audit  one in so many columns is computed again; 0 for none
 */
public record ClusterOptions(Secret secret, Optional<Tls> tls, Duration lease, int audit) {
    public ClusterOptions {
        tls = Tls.by(tls, secret);
    }

    /** Creates options without certificates of the user. */
    public static ClusterOptions of(Secret secret, Duration lease) {
        return new ClusterOptions(secret, Optional.empty(), lease, 0);
    }
}

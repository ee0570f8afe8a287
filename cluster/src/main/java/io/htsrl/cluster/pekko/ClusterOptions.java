package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import java.time.Duration;
import java.util.Optional;

/**
 * How a learner works with its nodes. Immutable.
 *
 * @param secret what both sides know
 * @param tls    what travels is encrypted by, where it is not the secret; empty for nothing
 * @param lease  how long a node may be silent
 * @param fanOut nodes that the parameters go to from one machine
 * @param audit  one in so many columns is computed again; 0 for none
 * @param replay nodes that hold the replay memory; 0 for none
 */
public record ClusterOptions(Secret secret, Optional<Tls> tls, Duration lease, int fanOut, int audit, int replay) {
    public ClusterOptions {
        tls = Tls.by(tls, secret);
    }

    /** With the usual tree. */
    public ClusterOptions(Secret secret, Optional<Tls> tls, Duration lease, int audit, int replay) {
        this(secret, tls, lease, Broadcast.FAN_OUT, audit, replay);
    }

    /** Without certificates of the user's. */
    public static ClusterOptions of(Secret secret, Duration lease) {
        return new ClusterOptions(secret, Optional.empty(), lease, 0, 0);
    }
}

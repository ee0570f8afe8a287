package io.htsrl.cluster.pekko;

import io.htsrl.cluster.door.Secret;
import io.htsrl.cluster.door.Tls;
import io.htsrl.cluster.tree.Tree;
import java.time.Duration;
import java.util.Optional;

/**
 * On what terms a learner takes nodes. Immutable.
 *
 * @param secret what both sides know
 * @param tls    what travels is encrypted by; empty for nothing
 * @param lease  how long a node may be silent
 * @param fanOut nodes that the parameters go to from one machine
 */
public record Terms(Secret secret, Optional<Tls> tls, Duration lease, int fanOut) {

    /** Without encryption. */
    public static Terms of(Secret secret, Duration lease) {
        return new Terms(secret, Optional.empty(), lease, Tree.FAN_OUT);
    }
}

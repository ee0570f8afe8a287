package io.htsrl.cluster.pekko;

import io.htsrl.cluster.security.Tls;
import java.time.Duration;
import java.util.Optional;

/**
 * Options of a learner for its nodes. Immutable.
 *
 * @param tls   encrypts and authenticates connections; empty on loopback only
 * @param lease how long a node may be silent
 * @param audit one in so many columns is computed again; 0 for none
 */
public record ClusterOptions(Optional<Tls> tls, Duration lease, int audit) {}

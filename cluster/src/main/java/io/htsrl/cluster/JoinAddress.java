package io.htsrl.cluster;

import io.htsrl.cluster.door.HostPort;
import io.htsrl.core.error.Violations;
import java.util.Optional;

/**
 * Where a machine joins. Immutable.
 *
 * @param learner that it joins
 * @param bind    where it is reached itself
 */
record JoinAddress(HostPort learner, HostPort bind) {

    /**
     * From a command line; adds what is wrong with it.
     *
     * @param bind null for the address that this machine reaches the learner from
     */
    static Optional<JoinAddress> of(String join, String bind, Violations violations) {
        Optional<HostPort> learner = HostPort.of(join).filter(address -> address.port() > 0);
        violations.check(
                learner.isPresent(),
                "--join",
                join,
                "must be an address, HOST:PORT",
                "give the one that the learner prints when it starts");
        Optional<HostPort> own = bind == null ? learner.map(HostPort::seenFrom) : HostPort.of(bind);
        violations.check(
                learner.isEmpty() || own.isPresent(),
                "--bind",
                bind,
                "must be an address of this machine, HOST or HOST:PORT",
                "leave it out for the one that this machine reaches the learner from");
        return learner.flatMap(to -> own.map(from -> new JoinAddress(to, from)));
    }
}

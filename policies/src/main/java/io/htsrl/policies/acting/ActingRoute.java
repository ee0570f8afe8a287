package io.htsrl.policies.acting;

import io.htsrl.policies.network.PolicyNetwork;
import java.util.function.Supplier;

/**
 * One way in which a network can act: all routes of a network have its parameters, and agree to rounding. Immutable.
 *
 * @param name    for people and manifests, such as {@code JVM kernel} or {@code padded to 24 rows}
 * @param network makes it; asked when the route's turn comes
 */
public record ActingRoute(String name, Supplier<? extends PolicyNetwork> network) {}

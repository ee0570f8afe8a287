/**
 * Actor-critic and Q-networks: acting, initialisation and gradients, on the JVM alone. This package has no classes.
 * Each package below depends only on some of those after it:
 *
 * <ul>
 *   <li>{@link io.htsrl.policies.check}: the self-check of reproducible bits and of the learner's correctness on this
 *       machine.
 *   <li>{@link io.htsrl.policies.acting}: acting networks and tables: row-stable, on the JVM; creates them.
 *   <li>{@link io.htsrl.policies.normalize}: observations normalised before a network, by statistics that are
 *       parameters.
 *   <li>{@link io.htsrl.policies.mask}: forbidden actions, by the mask at the end of an observation.
 *   <li>{@link io.htsrl.policies.gradient}: the learner's networks, forward and backward over minibatches.
 *   <li>{@link io.htsrl.policies.recurrent}: the arithmetic of recurrent units, for acting and learning.
 *   <li>{@link io.htsrl.policies.kernel}: the JVM's own arithmetic of layers, vectors or plain loops with equal bits.
 *   <li>{@link io.htsrl.policies.backend}: other backends of gradients, found as services.
 *   <li>{@link io.htsrl.policies.network}: configurations of networks and the layout of their tensors.
 * </ul>
 */
package io.htsrl.policies;

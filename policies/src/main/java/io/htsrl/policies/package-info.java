/**
 * Actor-critic and Q-networks: how they act, how they start and how they are differentiated, on the JVM alone. This
 * package holds nothing itself; each of these knows only some of those behind it:
 *
 * <ul>
 *   <li>{@link io.htsrl.policies.check}: whether bits come again on this machine, and whether the learner is
 *       right.</li>
 *   <li>{@link io.htsrl.policies.acting}: networks, and tables in their place, as they act: row-stable, on the JVM;
 *       makes them.</li>
 *   <li>{@link io.htsrl.policies.normalize}: observations normalised before a network, by statistics that are
 *       parameters.</li>
 *   <li>{@link io.htsrl.policies.gradient}: the learner's side, forward and backward over minibatches.</li>
 *   <li>{@link io.htsrl.policies.kernel}: the JVM's own arithmetic of layers, vectors or plain loops with equal
 *       bits.</li>
 *   <li>{@link io.htsrl.policies.backend}: other backends of gradients, found as services.</li>
 *   <li>{@link io.htsrl.policies.network}: what a network is, and where its tensors lie.</li>
 * </ul>
 */
package io.htsrl.policies;

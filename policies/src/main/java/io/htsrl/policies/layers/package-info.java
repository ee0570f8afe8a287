/**
 * Networks put together from layers. {@link io.htsrl.policies.layers.LayeredNetwork} is what one's own network extends;
 * {@link io.htsrl.policies.network.LayerGraph} gives the layers. {@link io.htsrl.policies.layers.LayeredPolicy}
 * executes them: a {@code LayerStep} for each layer, run by {@code LayerPasses} for actors and learner alike.
 */
package io.htsrl.policies.layers;

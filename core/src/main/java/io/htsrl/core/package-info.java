/**
 * The classes that all other modules share; no Disruptor, no ND4J. This package itself is empty:
 *
 * <ul>
 *   <li>{@link io.htsrl.core.environment}: environments, and all that their authors need.
 *   <li>{@link io.htsrl.core.policy}: policies, and the conversion of their output to actions.
 *   <li>{@link io.htsrl.core.schedule}: the interleaving of rollout and learning, and the shape of a pipeline.
 *   <li>{@link io.htsrl.core.run}: the threads of a run, and its early end.
 *   <li>{@link io.htsrl.core.threads}: the active threads, and changes of them.
 *   <li>{@link io.htsrl.core.render}: pictures of an environment for observers outside of its run.
 *   <li>{@link io.htsrl.core.time}: time measurement, and the horizon of annealing.
 *   <li>{@link io.htsrl.core.state}: the state that a checkpoint contains, as bytes.
 *   <li>{@link io.htsrl.core.random}, {@link io.htsrl.core.math}: random numbers, and arithmetic with the same bits on
 *       every machine.
 *   <li>{@link io.htsrl.core.error}: errors in the user's terms.
 *   <li>{@link io.htsrl.core.service}: discovery of modules and of the user's jars.
 * </ul>
 */
package io.htsrl.core;

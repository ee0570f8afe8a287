/**
 * The vocabulary that every other module speaks; no Disruptor, no ND4J. This package holds nothing itself:
 *
 * <ul>
 *   <li>{@link io.htsrl.core.environment}: what is learnt from, all that who writes an environment needs.</li>
 *   <li>{@link io.htsrl.core.policy}: what is learnt, and how its output becomes an action.</li>
 *   <li>{@link io.htsrl.core.schedule}: how rollout and learning are interleaved, and the shape of a pipeline.</li>
 *   <li>{@link io.htsrl.core.run}: the threads of a run, and how it ends before its time.</li>
 *   <li>{@link io.htsrl.core.threads}: which of them serve, where that may change.</li>
 *   <li>{@link io.htsrl.core.render}: how an environment is seen from outside of its run.</li>
 *   <li>{@link io.htsrl.core.time}: where time goes, and over how much of it is annealed.</li>
 *   <li>{@link io.htsrl.core.state}: what the rest of a run depends on, as bytes.</li>
 *   <li>{@link io.htsrl.core.random}, {@link io.htsrl.core.math}: where chance comes from, and arithmetic with the same
 *       bits everywhere.</li>
 *   <li>{@link io.htsrl.core.error}: what goes wrong, in the user's terms.</li>
 *   <li>{@link io.htsrl.core.service}: how modules and the user's jars are found.</li>
 * </ul>
 */
package io.htsrl.core;

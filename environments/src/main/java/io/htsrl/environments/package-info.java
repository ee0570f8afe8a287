/**
 * Environments computed in this process, bit for bit the same on every JVM and processor.
 *
 * <ul>
 *   <li>The classic-control tasks as in Gymnasium 1.x: {@link io.htsrl.environments.CartPole},
 *       {@link io.htsrl.environments.Acrobot}, {@link io.htsrl.environments.MountainCar},
 *       {@link io.htsrl.environments.MountainCarContinuous}, {@link io.htsrl.environments.Pendulum}. Each class is the
 *       task alone, without a time limit, and can draw its state ({@link io.htsrl.core.environment.Rendered}).
 *   <li>From Gymnasium's toy text: {@link io.htsrl.environments.Blackjack}.
 *   <li>Of several agents: {@code TrafficJunction}, {@code SimpleSpread} and {@code PaddleDuel}.
 *   <li>A task whose exact values are known, for checking learners: {@link io.htsrl.environments.OracleChain}.
 *   <li>{@link io.htsrl.environments.BuiltInProvider} creates all of them by name, with their time limits.
 * </ul>
 *
 * <p>Only drawing allocates per step; sines and cosines use {@link io.htsrl.core.math.DeterministicMath}, since the
 * JDK's allocate on Java 21 and later.
 */
package io.htsrl.environments;

/**
 * Environments computed in this process, bit for bit the same on every JVM and processor.
 *
 * <ul>
 *   <li>The classic-control tasks as in Gymnasium 1.x: {@link io.htsrl.environments.CartPole},
 *       {@link io.htsrl.environments.Acrobot}, {@link io.htsrl.environments.MountainCar},
 *       {@link io.htsrl.environments.MountainCarContinuous}, {@link io.htsrl.environments.Pendulum}. Each class is the
 *       task alone, without a time limit.</li>
 *   <li>A task whose exact values are known, for checking learners: {@link io.htsrl.environments.OracleChain} and
 *       {@link io.htsrl.environments.OracleChainValues}.</li>
 *   <li>Wrappers: {@link io.htsrl.environments.TimeLimit} truncates episodes;
 *       {@link io.htsrl.environments.VariableStepTime} makes steps take a drawn time, described by
 *       {@link io.htsrl.environments.StepTime} and drawn by {@link io.htsrl.environments.StepTimeSampler}.</li>
 *   <li>{@link io.htsrl.environments.ClassicControlProvider} makes all of them by name, time limit applied.</li>
 * </ul>
 *
 * <p>Nothing here allocates per step. The sines and cosines are {@link StrictMath}'s; since Java 21 those are written
 * in Java and allocate 32 bytes themselves where the argument exceeds π/4, which the escape analysis of the compiler
 * does not remove (measured on 25: none in CartPole, 32 bytes a step in MountainCar, 96 in Pendulum, 704 in Acrobot;
 * none anywhere on 17).
 */
package io.htsrl.environments;

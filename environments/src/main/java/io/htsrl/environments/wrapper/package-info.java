/**
 * Environments around others.
 *
 * <ul>
 *   <li>{@link io.htsrl.environments.wrapper.TimeLimit} truncates episodes.
 *   <li>{@link io.htsrl.environments.wrapper.ObservedElements} shows some elements of each observation.
 *   <li>{@link io.htsrl.environments.wrapper.VariableStepTime} gives steps a random duration, described by
 *       {@link io.htsrl.environments.wrapper.StepTime} and drawn by
 *       {@link io.htsrl.environments.wrapper.StepTimeSampler}, or recorded in a
 *       {@link io.htsrl.environments.wrapper.StepTimeTrace}.
 *   <li>{@link io.htsrl.environments.wrapper.WatchedEnvironment} reports steps that take too long to a watchdog;
 *       {@link io.htsrl.environments.wrapper.RestartingEnvironment} replaces an environment that failed.
 * </ul>
 */
package io.htsrl.environments.wrapper;

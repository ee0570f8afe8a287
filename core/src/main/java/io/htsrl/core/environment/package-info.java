/**
 * What is learnt from. Who writes an environment needs this package alone: {@link Environment} is the contract,
 * {@link EnvironmentSpec} says what its {@link ObservationSpace observations} and {@link ActionSpace actions} are, an
 * {@link ObservationSlot} and a {@link StepResult} take what a step gives, and an {@link EnvironmentProvider}, found as
 * a service, makes replicas by name. Some can be seen ({@link Rendered}); some
 * compute elsewhere, and their calls have a beginning and a completion ({@link RemoteEnvironment}, {@link Wakeup},
 * {@link EnvironmentDiedException}) and may share what computes them ({@link ReplicaGroup}).
 *
 * <p>{@link Environments} is the directory of all there are, {@link EnvironmentCheck} looks at one before it is trained
 * on, and {@link EnvironmentFailedException} is what one that breaks its contract ends a run with.
 */
@Api
package io.htsrl.core.environment;

import io.htsrl.core.Api;

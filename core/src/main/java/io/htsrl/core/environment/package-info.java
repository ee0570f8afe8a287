/**
 * Environments. An implementation needs this package alone: {@link Environment} is the contract,
 * {@link EnvironmentSpec} describes its {@link ObservationSpace observations} and {@link ActionSpace actions}, an
 * {@link ObservationSlot} and a {@link StepResult} receive a step's results, and an {@link EnvironmentProvider}, found
 * as a service, creates replicas by name. An environment may draw its state ({@link Rendered}). It may be computed by
 * another process: its calls then have a beginning and a completion ({@link RemoteEnvironment}, {@link Wakeup},
 * {@link EnvironmentDiedException}), and replicas may share the process ({@link ReplicaGroup}).
 *
 * <p>{@link Environments} is the directory of all environments, {@link EnvironmentCheck} checks one before training,
 * and {@link EnvironmentFailedException} ends a run whose environment breaks the contract.
 */
@Api
package io.htsrl.core.environment;

import io.htsrl.core.Api;

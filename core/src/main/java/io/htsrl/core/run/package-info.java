/**
 * The threads of a run. A {@link Worker} is one role's loop, {@link WorkerThreads} owns the threads, and
 * {@link RunControl} ends a run early: the first failure ends every wait. {@link WaitRegistry} records waiting threads
 * and their reasons. A thread about to wait may run a {@link io.htsrl.core.run.Worker.IdleWork} instead; with a
 * {@link Perturbation}, tests disturb a role's timing.
 */
package io.htsrl.core.run;

/**
 * The threads of a run. A {@link Worker} is one role's loop, {@link WorkerThreads} owns the threads, and
 * {@link RunControl} is how a run ends before its time: through it the first failure ends every wait. {@link WaitRegistry}
 * knows who waits for what. A thread about to wait may take a {@link io.htsrl.core.run.Worker.IdleWork}; a {@link Perturbation} is where
 * tests disturb a role's timing.
 */
package io.htsrl.core.run;

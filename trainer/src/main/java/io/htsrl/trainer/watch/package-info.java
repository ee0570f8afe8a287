/**
 * Detection of hanging runs. {@link io.htsrl.trainer.watch.Watchdog} has the thread that looks for environments that
 * are in one call for too long, and for threads of a run that all wait for each other
 * ({@link io.htsrl.trainer.watch.StallRule}). {@link io.htsrl.trainer.watch.CancellableCall} runs work that may hang on
 * a thread that can be abandoned.
 */
package io.htsrl.trainer.watch;

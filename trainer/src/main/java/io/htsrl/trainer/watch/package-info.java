/**
 * What keeps a run from hanging in silence. {@link io.htsrl.trainer.watch.Watchdog} is the thread that looks: for
 * environments that are in one call for too long, and for threads of a run that all wait for each other
 * ({@link io.htsrl.trainer.watch.StallRule}). {@link io.htsrl.trainer.watch.CancellableCall} runs what may hang on a thread that
 * can be given up.
 */
package io.htsrl.trainer.watch;

/**
 * The assignment of a run's threads: {@link io.htsrl.core.threads.ThreadAssignment} defines which threads are active
 * and which executor owns each replica. It may change inside a swap, by {@link io.htsrl.core.threads.ThreadSettings},
 * which change no bit.
 */
package io.htsrl.core.threads;

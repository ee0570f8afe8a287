/**
 * Two storage banks and the barrier that swaps them; or one bank and a queue of its columns.
 *
 * <p>{@link io.htsrl.storage.StorageBank} holds one interval's steps in preallocated {@code [step][environment]} rows.
 * {@link io.htsrl.storage.BankFields} lists its fields, one {@link io.htsrl.storage.FieldSpec} each; digest, file,
 * copy, comparison and size of a bank follow from the list. {@link io.htsrl.storage.DoubleStorage} holds the bank being
 * written and the bank being read. Executors and learner meet at the {@link io.htsrl.storage.SwapBarrier}, and only its
 * action exchanges the banks. {@link io.htsrl.storage.RolloutQueue} and {@link io.htsrl.storage.ColumnRows} replace the
 * barrier in the {@code async} schedule, with rollouts in columns of one bank. {@link io.htsrl.storage.RolloutExchange}
 * is the interface of both to executors and learner, implemented by {@link io.htsrl.storage.BankExchange} and
 * {@link io.htsrl.storage.QueueExchange}. {@link io.htsrl.storage.RolloutClock} counts the intervals and decides
 * whether another follows. {@link io.htsrl.storage.DigestChain} hashes banks and parameters to the run's fingerprint,
 * over raw bits.
 */
package io.htsrl.storage;

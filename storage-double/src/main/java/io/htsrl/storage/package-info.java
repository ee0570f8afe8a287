/**
 * Two storage banks and the barrier that swaps them; or one bank and a queue of its columns.
 *
 * <p>{@link io.htsrl.storage.StorageBank} holds one interval's steps in preallocated {@code [step][environment]} rows,
 * {@link io.htsrl.storage.BankFields} lists what they are of, one {@link io.htsrl.storage.FieldSpec}
 * each, so that digest, file, copy, comparison and size of a bank follow from the list;
 * {@link io.htsrl.storage.DoubleStorage} says which bank is written and which is read;
 * {@link io.htsrl.storage.SwapBarrier} is where executors and learner meet and the only place where that changes;
 * {@link io.htsrl.storage.RolloutQueue} and {@link io.htsrl.storage.ColumnRows} take the barrier's place in the
 * {@code async} schedule, whose rollouts are columns of one bank;
 * {@link io.htsrl.storage.RolloutExchange} is what executors and learner see of either:
 * {@link io.htsrl.storage.BankExchange} or {@link io.htsrl.storage.QueueExchange};
 * {@link io.htsrl.storage.RolloutClock} says which interval is on and whether another follows;
 * {@link io.htsrl.storage.DigestChain} turns banks and parameters into the run's fingerprint, over raw bits.
 */
package io.htsrl.storage;

/**
 * Adaptation of a running job. Under {@code --adapt} each swap calls a {@link io.htsrl.trainer.adapt.ThreadController},
 * which affects no bit; the usual one is a {@link io.htsrl.trainer.adapt.HillClimb}, which tries one
 * {@link io.htsrl.trainer.adapt.HillClimb.Move} at a time. {@link io.htsrl.trainer.adapt.BatchClimb}
 * ({@code --adapt-batch}) does affect bits.
 */
package io.htsrl.trainer.adapt;

/**
 * What changes while a run goes on, and reaches no bit ({@code --adapt}): each swap asks a
 * {@link io.htsrl.trainer.adapt.Pilot}; the usual one is a
 * {@link io.htsrl.trainer.adapt.HillClimb}, which tries one {@link io.htsrl.trainer.adapt.Move} at a time. And what does
 * reach bits ({@code --adapt-batch}): {@link io.htsrl.trainer.adapt.BatchClimb}.
 */
package io.htsrl.trainer.adapt;

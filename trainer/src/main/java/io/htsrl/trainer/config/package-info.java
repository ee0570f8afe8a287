/**
 * What a run is: {@link RunConfig}, all that decides its bits, with the {@link InitialParameters} it may begin from;
 * and {@link Attachments}, what hears of it, ends it, disturbs it, exchanges its {@link Components} or takes its
 * checkpoints ({@link CheckpointPlan}).
 */
package io.htsrl.trainer.config;

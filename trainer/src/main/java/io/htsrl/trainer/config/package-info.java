/**
 * The description of a run: {@link RunConfig} has all that decides its bits, including the {@link InitialParameters}.
 * {@link Attachments} has the listeners, the control, the exchanged {@link Components} and the checkpoints
 * ({@link CheckpointPlan}).
 */
package io.htsrl.trainer.config;

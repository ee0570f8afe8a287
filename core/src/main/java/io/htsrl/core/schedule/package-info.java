/**
 * The shape of a run: {@link Schedule} defines how rollout and learning are interleaved; {@link PipelineConfig} the
 * number of environments, threads and steps, with {@link AsyncConfig} and {@link WaitMode}, in which a {@link Waiter}
 * waits.
 */
package io.htsrl.core.schedule;

/**
 * The shape of a run: {@link Schedule}, how rollout and learning are interleaved, and its facts;
 * {@link PipelineConfig}, how many environments, threads and steps, with {@link AsyncConfig} and {@link WaitMode}.
 */
package io.htsrl.core.schedule;

/**
 * Actors: they take batches of ready states, run the policy on them and write the action buffer.
 *
 * <p>{@link io.htsrl.actors.BatchServer} serves one batch at a time. An {@link io.htsrl.actors.ActorWorker} runs it in
 * a loop; an executor runs it instead of waiting without actors. A {@link io.htsrl.actors.BatchForward} chooses the
 * parameters: {@link io.htsrl.actors.IntervalForward} uses those of the interval, {@link io.htsrl.actors.NewestForward}
 * those of each environment's rollout ({@code async}).
 */
package io.htsrl.actors;

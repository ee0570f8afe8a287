/**
 * Batch of ready states, policy forward, action buffer.
 *
 * <p>{@link io.htsrl.actors.BatchServer} serves one batch; it is what an {@link io.htsrl.actors.ActorWorker} does all
 * the time, and what an executor does instead of waiting when there are no actors.
 * {@link io.htsrl.actors.BatchForward} says by which parameters: {@link io.htsrl.actors.IntervalForward} by those of the
 * interval, {@link io.htsrl.actors.NewestForward} by those of each environment's rollout ({@code async}).
 */
package io.htsrl.actors;

/**
 * Batch of ready states, policy forward, action buffer.
 *
 * <p>{@link io.htsrl.actors.BatchServer} serves one batch; it is what an {@link io.htsrl.actors.ActorWorker} does all
 * the time, and what an executor does instead of waiting when there are no actors.
 */
package io.htsrl.actors;

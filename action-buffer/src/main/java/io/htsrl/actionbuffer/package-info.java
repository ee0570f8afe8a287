/**
 * Policy outputs, from the actors back to the executor that owns the environment.
 *
 * <p>{@link io.htsrl.actionbuffer.ActionBuffer} is the actors' side: a preallocated output row per environment and a
 * publish. {@link io.htsrl.actionbuffer.ActionInbox} is the side of one executor worker.
 * {@link io.htsrl.actionbuffer.DisruptorActionBuffer} implements both on one multi-producer, single-consumer ring per
 * executor worker. An executor with remote environments waits there for their answers too:
 * {@link io.htsrl.actionbuffer.PendingRequests}.
 */
package io.htsrl.actionbuffer;

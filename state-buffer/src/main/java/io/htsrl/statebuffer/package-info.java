/**
 * Ready states, from the executors to the actors: indices travel, observations stay in the bank.
 *
 * <p>{@link io.htsrl.statebuffer.StateBuffer} is the contract, {@link io.htsrl.statebuffer.DisruptorStateBuffer} its
 * implementation on one multi-producer ring that all actors consume together, each event by exactly one of them;
 * {@link io.htsrl.statebuffer.StateBatch} is what an actor takes.
 */
package io.htsrl.statebuffer;

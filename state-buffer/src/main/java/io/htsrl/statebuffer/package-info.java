/**
 * Ready states, from the executors to the actors: only indices are passed, observations stay in the bank.
 *
 * <p>{@link io.htsrl.statebuffer.StateBuffer} is the contract. {@link io.htsrl.statebuffer.DisruptorStateBuffer}
 * implements it on one multi-producer ring that all actors consume together, each event exactly once. An actor takes a
 * {@link io.htsrl.statebuffer.StateBatch}.
 */
package io.htsrl.statebuffer;

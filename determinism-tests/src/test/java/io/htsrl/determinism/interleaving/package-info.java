/**
 * Every order in which the threads of a rollout can touch the buffers: the workers are the real ones, the buffers
 * stand-ins that hand over to a {@link io.htsrl.determinism.interleaving.Conductor} before each access to shared
 * memory. {@link io.htsrl.determinism.interleaving.Choices} goes through the orders one after another, as CHESS does
 * (Musuvathi and Qadeer, Iterative Context Bounding, PLDI 2007).
 */
package io.htsrl.determinism.interleaving;

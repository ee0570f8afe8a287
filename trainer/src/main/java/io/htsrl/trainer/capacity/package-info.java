/**
 * The memory and threads that a run needs and that this machine has. A run that needs more is refused before anything
 * is allocated, not hours later. {@link io.htsrl.trainer.capacity.RunNeeds} counts,
 * {@link io.htsrl.trainer.capacity.Limits} measures, {@link io.htsrl.trainer.capacity.CapacityCheck} compares.
 */
package io.htsrl.trainer.capacity;

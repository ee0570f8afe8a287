/**
 * What a run needs of memory and threads, what there is, and the refusal where that is less: before anything is
 * allocated, not hours later. {@link io.htsrl.trainer.capacity.RunNeeds} counts, {@link
 * io.htsrl.trainer.capacity.Limits} measures, {@link io.htsrl.trainer.capacity.CapacityCheck} compares.
 */
package io.htsrl.trainer.capacity;

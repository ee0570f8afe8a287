/**
 * Arithmetic of recurrent units, forward and backward, one row at a time:
 * {@link io.htsrl.policies.recurrent.MemoryCell} and its kinds. Acting and learning share it, so they get the same
 * bits.
 */
package io.htsrl.policies.recurrent;

/**
 * Arithmetic of layers on heap arrays, with equal bits on every machine. {@link DenseKernel} defines the operations and
 * their order; {@link VectorKernel} computes them, or {@link ScalarKernel} without the incubating vector module
 * ({@link Kernels} chooses, {@link KernelFacts} reports). Both use {@link RationalTanh}. {@link PackedWeights} holds
 * the weights of {@link Windows}; {@link RowOffsets} has the offsets of rows.
 */
package io.htsrl.policies.kernel;

/**
 * The arithmetic of layers on heap arrays, with equal bits on every machine. {@link DenseKernel} says which operations
 * in which order: {@link VectorKernel}, or {@link ScalarKernel} where the incubating vector module is absent
 * ({@link Kernels} chooses, {@link KernelFacts} tells). Both use {@link RationalTanh}. Weights of windows lie in
 * {@link Panels}; {@link Windows}, {@link InputRows}, {@link PlacedRows} and {@link OutputRows} say where operands lie.
 */
package io.htsrl.policies.kernel;

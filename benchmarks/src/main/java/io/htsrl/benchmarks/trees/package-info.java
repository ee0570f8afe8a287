/**
 * Priority indices to compare with, and the experiments that compare them: {@link io.htsrl.benchmarks.trees.PaperTree}
 * (Zhang et al. 2021), {@link io.htsrl.benchmarks.trees.BinaryTree} (one lock), and ours behind
 * {@link io.htsrl.benchmarks.trees.OurTree}. Not for use in training: the first two add up floating-point differences
 * in the order of updates.
 */
package io.htsrl.benchmarks.trees;

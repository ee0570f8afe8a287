/**
 * Priority indices for comparison with the product's sum tree: {@link io.htsrl.papers.trees.PaperTree} (Zhang et al.
 * 2021) and {@link io.htsrl.papers.trees.BinaryTree} (one lock); {@link io.htsrl.papers.trees.OurTree} adapts ours. Not
 * for training: the first two add floating-point differences in the order of updates.
 */
package io.htsrl.papers.trees;

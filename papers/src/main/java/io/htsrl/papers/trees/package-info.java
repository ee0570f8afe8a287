/**
 * Priority indices to compare the product's sum tree with: {@link io.htsrl.papers.trees.PaperTree} (Zhang et al. 2021),
 * {@link io.htsrl.papers.trees.BinaryTree} (one lock), and ours behind {@link io.htsrl.papers.trees.OurTree}. Not for use
 * in training: the first two add up floating-point differences in the order of updates.
 */
package io.htsrl.papers.trees;

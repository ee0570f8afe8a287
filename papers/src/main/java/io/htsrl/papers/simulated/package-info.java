/**
 * A simulation of clusters of up to a thousand nodes: the assignment table is the product's, the nodes, links and clock are
 * a model's.
 */
package io.htsrl.papers.simulated;

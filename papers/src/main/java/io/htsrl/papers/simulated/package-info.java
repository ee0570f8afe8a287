/**
 * Simulation of clusters of up to a thousand nodes: the coordinator is the product's; nodes, links and clock are a
 * model.
 */
package io.htsrl.papers.simulated;

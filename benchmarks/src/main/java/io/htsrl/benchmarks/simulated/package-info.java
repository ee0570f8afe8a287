/**
 * A thousand nodes on paper: the table that says who does what is the real one, and nodes, links and time are those of a
 * model. docs/cluster.md has its figures.
 */
package io.htsrl.benchmarks.simulated;

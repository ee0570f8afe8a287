/**
 * Measures the promises of {@code hts train --nodes} on nodes that are killed or limited. docs/results/cluster.md has
 * the figures.
 */
package io.htsrl.benchmarks.nodes;

/**
 * Nodes that are killed, limited and counted: what {@code hts train --nodes} promises, measured. The figures are in
 * docs/cluster.md.
 */
package io.htsrl.benchmarks.nodes;

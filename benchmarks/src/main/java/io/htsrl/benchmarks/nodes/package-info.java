/**
 * Nodes that are killed, limited and counted: what {@code hts train --nodes} promises, measured. The figures are in
 * docs/how-to/cluster.md.
 */
package io.htsrl.benchmarks.nodes;

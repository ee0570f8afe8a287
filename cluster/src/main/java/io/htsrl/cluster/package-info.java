/**
 * Rollouts on other machines: {@code hts train --nodes N} and {@code hts node}. {@link io.htsrl.cluster.ClusterEngine}
 * is the learner's side for the command line, {@link io.htsrl.cluster.NodeCommand} a node's. {@code columns} has the
 * work for nodes, {@code lanes} shares the learner's rows, {@code security} decides which nodes are admitted, and
 * {@code table} assigns the work. Only {@code pekko} uses Apache Pekko.
 */
package io.htsrl.cluster;

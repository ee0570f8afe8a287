/**
 * Rollouts on other machines: {@code hts train --nodes N} and {@code hts node}. {@link io.htsrl.cluster.ClusterEngine} is
 * the learner's side for the command line, {@link io.htsrl.cluster.NodeCommand} a node's. What travels is in
 * {@code columns}, how it is cut in {@code pieces}, what is said in {@code wire}, who is let in in {@code door}, who does
 * what in {@code table}; {@code pekko} alone knows Apache Pekko.
 */
package io.htsrl.cluster;

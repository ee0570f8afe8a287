/**
 * The parameters' way to many nodes: the learner sends them to a few, who hand them on. {@link io.htsrl.cluster.tree.Tree}
 * says who to whom, {@link io.htsrl.cluster.tree.Relay} is a node's part. Each node compares their digest with the
 * learner's before it acts with them. No network here.
 */
package io.htsrl.cluster.tree;

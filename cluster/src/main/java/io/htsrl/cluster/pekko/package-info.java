/**
 * The one package that knows Apache Pekko: actors on both ends of a connection, the membership of nodes, and the bytes of
 * messages. {@link io.htsrl.cluster.pekko.LearnerActor} is the learner's end,
 * {@link io.htsrl.cluster.pekko.NodeActor} a node's. Correctness lies elsewhere: what is lost, doubled or late here costs
 * work and no bits.
 */
package io.htsrl.cluster.pekko;

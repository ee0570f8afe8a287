/**
 * Network of the cluster, the only package that uses Apache Pekko. It has actors on both ends of a connection, the
 * membership of nodes, and the bytes of messages. {@link io.htsrl.cluster.pekko.LearnerActor} is the learner's end,
 * {@link io.htsrl.cluster.pekko.NodeActor} a node's. Correct results do not depend on it: messages that are lost,
 * duplicated or late cost work and change no bits.
 */
package io.htsrl.cluster.pekko;

/**
 * Lanes of the learner on other machines: each computes the passes of its rows of a minibatch, and the sums of the gradient
 * go through all of them in the order of the rows. {@link io.htsrl.cluster.lanes.LaneNetwork} is the learner's end,
 * {@link io.htsrl.cluster.lanes.LaneWorker} a node's, {@link io.htsrl.cluster.lanes.LaneBoard} says who is there. No
 * network here.
 */
package io.htsrl.cluster.lanes;

/**
 * Lanes of the learner on other machines. Each computes the passes of its rows of a minibatch; the sums of the gradient
 * go through all lanes in the order of the rows. {@link io.htsrl.cluster.lanes.LaneNetwork} is the learner's end and
 * {@link io.htsrl.cluster.lanes.LaneThread.LaneWorker} a node's; {@link io.htsrl.cluster.lanes.LaneBoard} tracks the
 * present nodes. This package uses no network.
 */
package io.htsrl.cluster.lanes;

/**
 * What algorithms with a replay memory share.
 *
 * <ul>
 *   <li>All: {@link io.htsrl.learners.offpolicy.ReplayLearner} is the order of an interval, {@link
 *       io.htsrl.learners.offpolicy.ReplayLoop} appends, draws and counts, {@link io.htsrl.learners.offpolicy.Replaying} is
 *       what a run asks of the settings. {@link io.htsrl.learners.offpolicy.TargetNetwork} follows a whole learnt network;
 *       {@link io.htsrl.learners.offpolicy.BatchTeam} computes the batches of an update side by side, {@link
 *       io.htsrl.learners.offpolicy.MeanGradient} is the mean of their gradients.</li>
 *   <li>Those with actor and critics ({@link io.htsrl.learners.offpolicy.ActorCritics}; φ is one vector of them all):
 *       {@link io.htsrl.learners.offpolicy.ActorCriticReplayLearner} and its {@link
 *       io.htsrl.learners.offpolicy.CriticBatch}es; {@link io.htsrl.learners.offpolicy.LearnedActor} and {@link
 *       io.htsrl.learners.offpolicy.LearnedCritics} are the parts of φ, followed by {@link
 *       io.htsrl.learners.offpolicy.PolyakTargets}; {@link io.htsrl.learners.offpolicy.CriticLoss} is what critics learn
 *       from, {@link io.htsrl.learners.offpolicy.LeastValueLoss} the usual one.</li>
 *   <li>Those with entropy: {@link io.htsrl.learners.offpolicy.SoftLearner}, with a {@link
 *       io.htsrl.learners.offpolicy.Temperature}.</li>
 * </ul>
 */
package io.htsrl.learners.offpolicy;

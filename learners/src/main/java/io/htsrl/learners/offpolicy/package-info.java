/**
 * Shared code of algorithms with a replay memory.
 *
 * <ul>
 *   <li>All algorithms: {@link io.htsrl.learners.offpolicy.ReplayLearner} defines the order of an interval,
 *       {@link io.htsrl.learners.offpolicy.ReplayLoop} appends, draws and counts,
 *       {@link io.htsrl.learners.offpolicy.Replaying} is the interface of the settings.
 *       {@link io.htsrl.learners.offpolicy.TargetNetwork} follows a whole learnt network;
 *       {@link io.htsrl.learners.offpolicy.BatchTeam} computes the batches of an update in parallel,
 *       {@link io.htsrl.learners.offpolicy.MeanGradient} the mean of their gradients.
 *   <li>Algorithms with actor and critics ({@link io.htsrl.learners.offpolicy.ActorCritics}; φ is one vector of them
 *       all): {@link io.htsrl.learners.offpolicy.ActorCriticReplayLearner} and its
 *       {@link io.htsrl.learners.offpolicy.CriticBatch}es; {@link io.htsrl.learners.offpolicy.LearnedActor} and
 *       {@link io.htsrl.learners.offpolicy.LearnedCritics} are the parts of φ, followed by
 *       {@link io.htsrl.learners.offpolicy.PolyakTargets}; {@link io.htsrl.learners.offpolicy.CriticLoss} is the
 *       interface of the critics' loss, {@link io.htsrl.learners.offpolicy.LeastValueLoss} the one of SAC, TD3 and
 *       DDPG.
 *   <li>Algorithms with entropy: {@link io.htsrl.learners.offpolicy.SoftLearner}, with a
 *       {@link io.htsrl.learners.offpolicy.Temperature}.
 * </ul>
 */
package io.htsrl.learners.offpolicy;

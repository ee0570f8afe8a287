/**
 * What algorithms share that learn from a replay memory.
 *
 * <ul>
 *   <li>Every one: {@link io.htsrl.learners.offpolicy.BankMemory} fills the memory, {@link
 *       io.htsrl.learners.offpolicy.FirstErrors} say how urgent a new transition is, and {@link
 *       io.htsrl.learners.offpolicy.Replaying} is what a run asks of the settings, to count the memory before it is
 *       allocated. {@link io.htsrl.learners.offpolicy.TargetNetwork} follows a whole learnt network. {@link
 *       io.htsrl.learners.offpolicy.BatchTeam} computes the batches of an update side by side, {@link
 *       io.htsrl.learners.offpolicy.MeanGradient} is what they come to.</li>
 *   <li>Those with actor and critics ({@link io.htsrl.learners.offpolicy.ActorCritics}; φ is one vector of them all):
 *       {@link io.htsrl.learners.offpolicy.ReplayLoop} remembers, draws and counts, {@link
 *       io.htsrl.learners.offpolicy.LearntActor} and {@link io.htsrl.learners.offpolicy.LearntCritics} are the parts of
 *       φ, followed by {@link io.htsrl.learners.offpolicy.PolyakTargets}; a {@link
 *       io.htsrl.learners.offpolicy.CriticLoss} says what critics learn, the usual one is {@link
 *       io.htsrl.learners.offpolicy.LeastValueLoss}.</li>
 *   <li>Those with entropy: {@link io.htsrl.learners.offpolicy.SoftLearner}, with a {@link
 *       io.htsrl.learners.offpolicy.Temperature} and the draws of {@code SquashedRows}.</li>
 * </ul>
 */
package io.htsrl.learners.offpolicy;

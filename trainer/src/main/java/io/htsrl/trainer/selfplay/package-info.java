/**
 * Self-play: a run learns one seat of a game, and its own past policies play the others.
 * {@link io.htsrl.trainer.selfplay.SeatEnvironment} makes an ordinary environment of one seat, so that banks, schedules
 * and learners are those of a single agent; {@link io.htsrl.trainer.selfplay.OpponentPool} has the past policies;
 * {@link io.htsrl.trainer.selfplay.OpponentConfig} the settings.
 *
 * <p>Threads write the pool as follows:
 *
 * <ol>
 *   <li>The trainer creates it before the run, with the initial parameters as its first member, or restores it from a
 *       checkpoint before it restores environments, which refer to members.
 *   <li>Inside the swap, the thread that runs it calls {@link io.htsrl.trainer.selfplay.OpponentPool#advance}, while
 *       all others wait: results are read from the full bank in the order of the replicas, and a member is added that
 *       has the parameters of the interval that begins.
 *   <li>During an interval nobody writes it. Executors draw members and read their snapshots, and the learner's thread
 *       digests it. Other machines that collect rollouts get its {@link io.htsrl.trainer.selfplay.OpponentState}.
 * </ol>
 */
package io.htsrl.trainer.selfplay;

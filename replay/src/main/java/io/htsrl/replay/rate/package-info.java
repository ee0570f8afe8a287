/**
 * The ratio of samples to inserts: {@link io.htsrl.replay.rate.RatioSchedule} computes how many updates are due after
 * how many steps, {@link io.htsrl.replay.rate.RateLimiter} blocks the side that is ahead where threads do not count
 * intervals.
 */
package io.htsrl.replay.rate;

/**
 * How much is drawn for what is inserted: {@link io.htsrl.replay.rate.RatioSchedule} says how many updates are due after
 * how many steps, {@link io.htsrl.replay.rate.RateLimiter} holds whoever is ahead where nobody counts intervals.
 */
package io.htsrl.replay.rate;

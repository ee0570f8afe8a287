/**
 * Between a run and its loggers: {@link io.htsrl.trainer.logging.feed.Loggers} finds them,
 * {@link io.htsrl.trainer.logging.feed.LoggerSelection} is which of them a user asked for, and
 * {@link io.htsrl.trainer.logging.feed.LogFeed} is where the run tells them, which
 * {@link io.htsrl.trainer.logging.feed.LoggerThread} hears.
 */
package io.htsrl.trainer.logging.feed;

/**
 * The queue between a run and its loggers: {@link io.htsrl.trainer.logging.feed.Loggers} finds loggers,
 * {@link io.htsrl.trainer.logging.feed.LoggerSelection} is the user's selection,
 * {@link io.htsrl.trainer.logging.feed.LogFeed} accepts the run's reports, and
 * {@link io.htsrl.trainer.logging.feed.LoggerThread} handles them.
 */
package io.htsrl.trainer.logging.feed;

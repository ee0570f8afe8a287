/**
 * The content of a run's files, small enough for a page: a {@link io.htsrl.monitor.live.model.RunModel} follows the
 * files of one run, and keeps {@link io.htsrl.monitor.live.model.Curves} of at most 2,048 points whatever their length.
 * A {@link io.htsrl.monitor.live.model.PageFeed} follows the runs, and sends new data to all pages.
 */
package io.htsrl.monitor.live.model;

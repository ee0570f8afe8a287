/** Data for pages: a {@link io.htsrl.monitor.live.feed.Feed} follows runs, and sends new data to all pages. */
package io.htsrl.monitor.live.feed;

/** What pages are told: a {@link io.htsrl.monitor.live.feed.Feed} follows runs, and sends what is new to all pages. */
package io.htsrl.monitor.live.feed;

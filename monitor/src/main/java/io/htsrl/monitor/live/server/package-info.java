/**
 * The HTTP server of the live page, independent of runs: {@link io.htsrl.monitor.live.server.LiveServer} answers,
 * {@link io.htsrl.monitor.live.server.LiveServer.RequestGuard} refuses, and an
 * {@link io.htsrl.monitor.live.server.EventHub} sends to all pages.
 */
package io.htsrl.monitor.live.server;

/**
 * The live page of a run of this process. {@link io.htsrl.monitor.live.run.RunView} reads data that threads publish, a
 * few times a second, on the page's own thread; {@link io.htsrl.monitor.live.run.ReplicaFrames} has the pictures that
 * pages request.
 */
package io.htsrl.monitor.live.run;

/**
 * The live page of a run of this process: {@link io.htsrl.monitor.live.run.RunView} reads what its threads leave where
 * others can see it, a few times a second, on the page's own thread; {@link io.htsrl.monitor.live.run.ReplicaFrames} has the
 * pictures that pages ask for.
 */
package io.htsrl.monitor.live.run;

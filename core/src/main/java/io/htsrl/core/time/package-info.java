/**
 * Where time goes: {@link RoleClock}, a thread's time by {@link Activity}, and the {@link Timeline} of a run, a
 * {@link SpanRecorder} per thread. {@link TimeSpan} reads and writes spans as people do. And how long a run is:
 * {@link AnnealingHorizon}, over which is annealed what falls.
 */
package io.htsrl.core.time;

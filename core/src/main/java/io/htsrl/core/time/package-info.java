/**
 * Where time goes: {@link RoleClock}, a thread's time by {@link Activity}, and the {@link Timeline} of a run, a
 * {@link SpanRecorder} per thread. {@link TimeSpan} reads and writes spans as people do.
 */
package io.htsrl.core.time;

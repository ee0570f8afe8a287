/**
 * Time measurement: {@link RoleClock} measures a thread's time by {@link Activity}, and the {@link Timeline} of a run
 * has a {@link SpanRecorder} per thread. {@link TimeSpan} parses and formats durations. {@link AnnealingHorizon} is the
 * length of a run over which an {@link AnnealedValue} changes.
 */
package io.htsrl.core.time;

/**
 * Predictions of the schedules' throughput, for comparison with measurements:
 * {@link io.htsrl.experiments.theory.ClaimOne} and {@link io.htsrl.experiments.theory.ClaimTwo} of Liu, Yeh and
 * Schwing, "High-Throughput Synchronous Deep RL" (NeurIPS 2020, arXiv 2012.09849), and
 * {@link io.htsrl.experiments.theory.ScheduleSimulation} where no formula holds. Units are seconds and steps per
 * second. This package measures nothing.
 */
package io.htsrl.experiments.theory;

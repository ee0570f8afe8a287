/**
 * What a schedule should reach, to hold measurements against: {@link io.htsrl.experiments.theory.ClaimOne} and
 * {@link io.htsrl.experiments.theory.ClaimTwo} of Liu, Yeh and Schwing, "High-Throughput Synchronous Deep RL" (NeurIPS
 * 2020, arXiv 2012.09849), and {@link io.htsrl.experiments.theory.ScheduleSimulation} where no formula holds. All in
 * seconds and steps a second; nothing here measures or waits.
 */
package io.htsrl.experiments.theory;

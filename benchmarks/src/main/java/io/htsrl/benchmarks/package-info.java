/**
 * Measurements, never assertions: JMH for kernels and structures, programs for end-to-end numbers.
 *
 * <p>{@link io.htsrl.benchmarks.TrainingThroughput} measures whole training runs, several settings in turns within one
 * process; the JMH classes measure one structure each; {@code io.htsrl.experiments} is
 * {@code hts experiment}. Every measurement in the docs names the command that made it.
 */
package io.htsrl.benchmarks;

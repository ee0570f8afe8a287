/**
 * Benchmarks: JMH for kernels and data structures, programs for whole runs.
 *
 * <p>{@link io.htsrl.benchmarks.TrainingThroughput} measures whole training runs, several settings in turns within one
 * process; each JMH class measures one structure; {@code io.htsrl.experiments} holds {@code hts experiment}. Every
 * measurement in the docs names its command.
 */
package io.htsrl.benchmarks;

/**
 * Soaks: programs that run for half an hour and check that nothing hangs, differs or grows.
 *
 * <p>{@link io.htsrl.benchmarks.soak.Soak} draws configurations at random and compares each with its serial oracle;
 * {@link io.htsrl.benchmarks.soak.ResourceSoak} trains at full speed and watches memory, threads and files.
 */
package io.htsrl.benchmarks.soak;

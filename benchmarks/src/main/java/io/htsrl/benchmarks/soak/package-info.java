/**
 * Soaks: programs that run for half an hour and say whether anything hung, differed or grew.
 *
 * <p>{@link io.htsrl.benchmarks.soak.Soak} draws configurations at random and holds each against its serial oracle;
 * {@link io.htsrl.benchmarks.soak.ResourceSoak} trains at full speed and watches memory, threads and files.
 */
package io.htsrl.benchmarks.soak;

/** {@code benchmarks/run tune-grid}: compares the choice of {@code hts tune} with a full grid of the same settings. */
package io.htsrl.benchmarks.tune;

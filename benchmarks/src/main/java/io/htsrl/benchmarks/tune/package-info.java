/** {@code benchmarks/run tune-grid}: compares the choice of {@code hts tune} with a full grid over the same knobs. */
package io.htsrl.benchmarks.tune;

/** {@code benchmarks/run tune-grid}: a full grid over the knobs that change no bit, and what {@code hts tune} chose. */
package io.htsrl.benchmarks.tune;

/**
 * Benchmark of the Python bridge: {@link io.htsrl.benchmarks.bridge.BridgeBars} compares it with plain loops in Python
 * and with other vector environments, in turns.
 */
package io.htsrl.benchmarks.bridge;

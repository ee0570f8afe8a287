/**
 * The bars of the bridge to Python: {@link io.htsrl.benchmarks.bridge.BridgeBars} holds it against plain loops in Python
 * and against what others step environments with, in turns.
 */
package io.htsrl.benchmarks.bridge;

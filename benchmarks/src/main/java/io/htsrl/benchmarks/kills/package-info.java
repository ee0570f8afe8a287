/**
 * Kills of workers and of the JVM at random moments: {@link io.htsrl.benchmarks.kills.Kills} says whether every one was
 * named or resumed.
 */
package io.htsrl.benchmarks.kills;

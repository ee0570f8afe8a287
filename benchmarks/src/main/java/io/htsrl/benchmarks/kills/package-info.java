/**
 * Kills of Python workers and JVMs at random moments: {@link io.htsrl.benchmarks.kills.Kills} checks that every worker
 * is named and every run resumed.
 */
package io.htsrl.benchmarks.kills;

/**
 * The experiments of Zhang, Kuppannagari, Prasanna (2021) and of a book's chapter on distributed replay buffers, each a
 * command of {@link io.htsrl.benchmarks.replay.ReplayExperiments} with a table and a picture; {@code docs/replay.md} has
 * what they found. The structures that are compared lie in {@code io.htsrl.benchmarks.trees}.
 *
 * <p>{@link io.htsrl.benchmarks.replay.Experiment} is what all have in common, {@link
 * io.htsrl.benchmarks.replay.Contest} lets contenders take turns, each a crew of {@link
 * io.htsrl.benchmarks.replay.Worker}s.
 */
package io.htsrl.benchmarks.replay;

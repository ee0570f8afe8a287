/**
 * The experiments of Zhang, Kuppannagari, Prasanna (2021) and of a book's chapter on distributed replay buffers. Each
 * is a command of {@link io.htsrl.papers.replay.ReplayExperiments}. {@link io.htsrl.papers.replay.Contest} runs
 * contenders in turns; {@code io.htsrl.papers.trees} holds the compared structures.
 */
package io.htsrl.papers.replay;

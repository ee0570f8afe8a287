/**
 * Comparison of builds of hts-rl by the bits of one configuration: {@link io.htsrl.determinism.bisect.Checkout} builds
 * commits, {@link io.htsrl.determinism.bisect.Checkout.Build} runs a build in a child process, and
 * {@link io.htsrl.determinism.bisect.Bisection} searches the first commit with other bits.
 */
package io.htsrl.determinism.bisect;

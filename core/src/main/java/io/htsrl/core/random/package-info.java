/**
 * Random numbers: {@link RandomStream} for counter-based draws, {@link CountedStream} for a varying number of draws,
 * {@link BoxMuller} for normal variables.
 */
package io.htsrl.core.random;

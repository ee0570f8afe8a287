/**
 * Where chance comes from: {@link RandomStream}, counter-based draws, nothing else; {@link CountedStream} for those who
 * draw a varying number of times, {@link BoxMuller} for normal variables.
 */
package io.htsrl.core.random;

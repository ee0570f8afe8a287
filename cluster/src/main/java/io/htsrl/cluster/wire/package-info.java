/**
 * What learner and nodes say to each other, and its bytes: {@link io.htsrl.cluster.wire.Message}s are small, or pieces of a
 * {@link io.htsrl.cluster.wire.Parcel}. No Java serialization: what is read is numbers, texts and arrays of known kinds.
 */
package io.htsrl.cluster.wire;

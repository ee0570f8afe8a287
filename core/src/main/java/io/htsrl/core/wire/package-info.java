/**
 * What travels between processes, as bytes: {@link io.htsrl.core.wire.RecordCodec}. No Java serialization: what is read is
 * numbers, texts and arrays of known kinds.
 */
package io.htsrl.core.wire;

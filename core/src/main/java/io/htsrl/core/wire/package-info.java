/**
 * The byte format of messages between processes: {@link io.htsrl.core.wire.RecordCodec}. It does not use Java
 * serialization: a message consists of numbers, texts and arrays of known kinds.
 */
package io.htsrl.core.wire;

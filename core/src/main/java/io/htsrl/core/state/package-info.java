/**
 * State that the rest of a run depends on, and that a checkpoint therefore contains: {@link Stateful}, written and read
 * in bulk through {@link RawArrays}.
 */
package io.htsrl.core.state;

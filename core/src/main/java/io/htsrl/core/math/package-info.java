/**
 * Arithmetic with the same bits on every JVM and processor: {@link DeterministicMath}; and {@link NotFinite}, which
 * finds where it has gone wrong.
 */
package io.htsrl.core.math;

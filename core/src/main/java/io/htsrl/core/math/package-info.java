/**
 * Arithmetic with the same bits on every JVM and processor: {@link DeterministicMath}; and {@link NotFinite}, which
 * finds NaN and infinities.
 */
package io.htsrl.core.math;

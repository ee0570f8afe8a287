package io.htsrl.core.settings;

/**
 * A value of a setting that decides bits, of a type in which several values may yield the same bits.
 *
 * @param <T> the type itself
 */
public interface BitEquivalent<T> {

    /** Returns whether runs that differ in this setting alone have equal bits. */
    boolean hasBitsOf(T other);
}

package io.htsrl.core.settings;

/**
 * A value of a setting that decides bits, some of whose values give the same ones.
 *
 * @param <T> the type itself
 */
public interface BitEquivalent<T> {

    /** Returns whether runs that differ in this alone have equal bits. */
    boolean hasBitsOf(T other);
}

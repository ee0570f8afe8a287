package io.htsrl.core.settings;

/**
 * A default that is computed from other settings. Implementations have a constructor without parameters and no state;
 * any thread.
 */
public interface Auto {

    /** Returns the value, of the component's type. */
    Object value(Lookup settings);
}

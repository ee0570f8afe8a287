package io.htsrl.core.settings;

/** Access to the values of settings by key. */
public interface Lookup {

    /**
     * Returns the value in force, of the type of the setting's record component.
     *
     * @param key as in a configuration file
     */
    <T> T get(String key);

    /** Returns the value as text, as a user would write it. */
    String text(String key);
}

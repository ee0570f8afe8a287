package io.htsrl.core.settings;

/** Asks for settings by key. */
public interface Lookup {

    /**
     * The value in force, of the type of the record component that the setting is.
     *
     * @param key as in a configuration file
     */
    <T> T get(String key);

    /** The same as text, as it would be given. */
    String text(String key);
}

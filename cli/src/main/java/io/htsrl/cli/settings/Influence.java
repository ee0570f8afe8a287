package io.htsrl.cli.settings;

/**
 * Which settings decide the bits of a run, and which never change one: as their {@link
 * io.htsrl.core.settings.Setting#decidesBits} says, which a test tries. Immutable, any thread.
 */
public final class Influence {

    private Influence() {}

    /**
     * Whether these two values make two runs.
     *
     * @param key as in {@code config.yaml}; one that this version does not know counts as deciding
     * @param a   as text; null where it is not given
     */
    public static boolean decidesBits(String key, String a, String b) {
        return CliSettings.schema()
                .find(key)
                .map(setting -> setting.decidesBits(a, b))
                .orElse(true);
    }
}

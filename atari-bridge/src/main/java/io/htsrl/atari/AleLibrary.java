package io.htsrl.atari;

import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the native library once per process and silences its log. Any thread.
 *
 * <p>ALE logs to stderr, and its preset has no access to the log level. Where the level is found by its linker name
 * (Linux), only errors are logged. On other systems ALE's log remains, which is harmless.
 */
final class AleLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(AleLibrary.class);
    private static final String LOG_LEVEL = "_ZN3ale6Logger12current_modeE";
    private static final int ERRORS_ONLY = 2;

    private AleLibrary() {}

    /**
     * Loads the library, unless it has been loaded.
     *
     * @throws UnsatisfiedLinkError where this platform has none
     */
    static void load() {
        Holder.load();
    }

    /** Returns the reason why no emulator exists here; null where one exists. */
    static String whyMissing() {
        try {
            load();
            return null;
        } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
            LOG.debug("ALE could not be loaded", e);
            return "no Arcade Learning Environment for " + Loader.getPlatform() + " on the class path";
        }
    }

    private static void silence() {
        String library = Loader.getLoadedLibraries().get("ale");
        if (library == null) {
            return;
        }
        Loader.loadGlobal(library);
        Pointer level = Loader.addressof(LOG_LEVEL);
        if (level != null) {
            new IntPointer(level).put(ERRORS_ONLY);
        }
    }

    /** A class is initialised once, and other threads wait for it. */
    private static final class Holder {
        static {
            Loader.load(org.bytedeco.ale.global.ale.class);
            try {
                silence();
            } catch (RuntimeException | LinkageError e) {
                LOG.debug("ALE could not be silenced", e);
            }
        }

        private Holder() {}

        static void load() {
            // done by the initialiser
        }
    }
}

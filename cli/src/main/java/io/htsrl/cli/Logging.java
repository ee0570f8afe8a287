package io.htsrl.cli;

/**
 * What is logged where hts is the program: warnings, on stderr. The file is not called {@code logback.xml} at the root of
 * the jar, which would decide for every program that has the jar on its class path. Any thread.
 */
final class Logging {
    private static final String CHOICE = "logback.configurationFile";
    private static final String OWN = "/logback.xml";

    private Logging() {}

    /** Chooses, before the first logger is made, unless the user has chosen. */
    static void conclude() {
        if (System.getProperty(CHOICE) == null && Logging.class.getResource(OWN) == null) {
            System.setProperty(CHOICE, "io/htsrl/cli/logback.xml");
        }
    }
}

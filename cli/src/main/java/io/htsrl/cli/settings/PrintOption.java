package io.htsrl.cli.settings;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flag that shows what a command would run and runs nothing, for every command that takes settings. One thread. */
public final class PrintOption {
    /** Name of the flag. */
    public static final String FLAG = "--print-config";

    @Option(names = FLAG, description = "Print every setting of the run and where it is from, and run nothing.")
    private boolean given;

    public boolean isGiven() {
        return given;
    }

    /**
     * Returns a resolved run in the form that {@link ConfigFile} reads, with the origin of each setting behind it.
     *
     * @param command such as {@code hts train}
     * @param remarks lines about what the command does with the run; empty for the run alone
     */
    public static String text(String command, List<String> remarks, ResolvedRun run) {
        List<String> head = new ArrayList<>();
        head.add("Everything that '" + command + "' would run, and where each setting is from. Nothing was run.");
        head.addAll(remarks);
        return ConfigYaml.withOrigins(head, run);
    }
}
